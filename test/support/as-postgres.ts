/**
 * The command that runs a program as the system's user `postgres`, for what root starts. Unlike `runuser`, `setpriv`
 * becomes the program, which so has the pid that is known, and gets the signals. Its home is that of the user, not root's.
 */
export const asPostgres = (command: readonly string[]): [file: string, ...args: string[]] => [
  'setpriv',
  ...['--reuid=postgres', '--regid=postgres', '--init-groups', '--', 'env', '--unset=HOME'],
  ...command,
];
