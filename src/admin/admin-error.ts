/** An operator's command failed; the message says why. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
