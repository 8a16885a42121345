/** An error that the user can fix by changing the command. */
export class UsageError extends Error {}
