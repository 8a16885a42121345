/** What a test did cannot be done; the message says why. */
export class TestingError extends Error {}
