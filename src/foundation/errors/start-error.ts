/** The service cannot start; the message tells the operator what to do, in one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
