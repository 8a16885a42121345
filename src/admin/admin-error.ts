/** An operator's command cannot be done, and one sentence says why. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
