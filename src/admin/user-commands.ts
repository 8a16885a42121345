import { type Command, InvalidArgumentError } from 'commander';
import { AdminError } from './admin-error.js';
import { reportAccount, reportRemoved, reportUsers } from './report.js';
import { lineOf, MAX_PAGE, parseAfter, parseLimit, type Terminal, WHO } from './terminal.js';

const MAX_SEARCH = 200;

/** Commands that find users, let them in again, and remove them. */
export function addUserCommands(program: Command, { run, readInput }: Terminal): void {
  program
    .command('list-users')
    .description('List accounts and managed users, newest first, page by page.')
    .option('--search <text>', 'part of the e-mail address or name', parseSearch, '')
    .option('--after <id>', 'continue after the last user of a page', parseAfter, null)
    .option('--limit <number>', `users per page, at most ${MAX_PAGE}`, parseLimit, 50)
    .action((filter) => run(async ({ accounts }) => reportUsers(await accounts.list(filter))));

  program
    .command('set-password')
    .description(
      'Set the password of an account: its sessions end. The password is prompted for, or read from standard input.',
    )
    .argument(...WHO)
    .addHelpText('after', VERIFY)
    .action(async (who: string) => {
      const password = lineOf(await readInput({ text: 'New password: ', hidden: true }));
      await run(async ({ access }) => reportAccount(await access.setPassword(who, password)));
    });

  program
    .command('send-password-reset')
    .description('Send the e-mail with which the owner of an account chooses a new password.')
    .argument(...WHO)
    .action((who: string) => run(async ({ access }) => reportAccount(await access.sendPasswordReset(who))));

  program
    .command('remove-user')
    .description('Remove an account at once, with its managed users, posts, files and everything else in it.')
    .argument(...WHO)
    .option('--yes', 'do not ask to type the e-mail address', false)
    .addHelpText('after', '\nIt cannot be undone. Posts that were published stay on their platforms.')
    .action((who: string, { yes }: { yes: boolean }) =>
      run(async ({ accounts }) => {
        const { email } = await accounts.show(who);
        if (!yes) {
          const text = `Type the e-mail address (${email}) to remove the account and everything in it: `;
          const typed = lineOf(await readInput({ text, hidden: false })).trim();
          if (typed.toLowerCase() !== email) throw new AdminError('That is not the address. Nothing was removed.');
        }
        return reportRemoved(await accounts.remove(who));
      }),
    );
}

const VERIFY =
  '\nVerify the identity of the person first, for example by calling a number that you already know. The owner is notified by e-mail.';

function parseSearch(text: string): string {
  if (text.length <= MAX_SEARCH) return text;
  throw new InvalidArgumentError(`It has at most ${MAX_SEARCH} characters.`);
}
