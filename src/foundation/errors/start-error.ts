/** The service cannot start. The message says what the operator has to do, in one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
