/** The service cannot start, and one sentence tells the person at the terminal what to do about it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
