/** What the person who typed the command can correct. */
export class UsageError extends Error {}
