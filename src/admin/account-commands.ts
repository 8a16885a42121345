import { type Command, InvalidArgumentError, Option } from 'commander';
import { AdminError } from './admin-error.js';
import type { AdministerAccounts } from './administer-accounts.use-case.js';
import type { Account } from './find-account.step.js';
import { reportAccount } from './report.js';
import { lineOf, parseTime, type Terminal, WHO } from './terminal.js';

const SWITCH = ['on', 'off'];

const HELD = 'Scheduled posts of the account still go out at their times.';
const DEACTIVATED =
  'Scheduled posts of the account are not published: each fails with ACCOUNT_INACTIVE when it is due. After `activate`, posts that are due later go out; those that failed have to be retried.';
type Switch = 'on' | 'off' | undefined;

/** Commands that create, show and change accounts. Each prints the resulting account. */
export function addAccountCommands(program: Command, { run, readInput }: Terminal): void {
  const answer = (work: (accounts: AdministerAccounts) => Promise<Account>, note?: string): Promise<void> =>
    run(async ({ accounts }) => reportAccount(await work(accounts), note));

  program
    .command('create-user')
    .description('Create an account.')
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .option('--name <name>', 'display name; defaults to the e-mail address')
    .option('--plan <plan>', 'plan; defaults to that of new accounts')
    .option('--password-stdin', 'read the password from standard input; an account without a password cannot sign in')
    .action(async ({ email, name = null, plan = null, passwordStdin }) => {
      const password = passwordStdin ? lineOf(await readInput()) : null;
      await answer((accounts) => accounts.create({ email, name, plan, password }));
    });

  program
    .command('show-user')
    .description('Show an account.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.show(who)));

  program
    .command('set-flags')
    .description('Enable or disable features of an account; each of its keys has separate flags.')
    .argument(...WHO)
    .addOption(new Option('--mcp <switch>', 'allow x-service-client: mcp').choices(SWITCH))
    .addOption(new Option('--workspace <switch>', 'allow acting for managed users').choices(SWITCH))
    .addOption(
      new Option('--operator <switch>', 'allow the operator’s console, with two-factor authentication').choices(SWITCH),
    )
    .action((who: string, { mcp, workspace, operator }: Record<'mcp' | 'workspace' | 'operator', Switch>) => {
      if (!mcp && !workspace && !operator) throw new AdminError('Specify --mcp, --workspace or --operator.');
      const flags = {
        ...(mcp && { mcpAccess: mcp === 'on' }),
        ...(workspace && { workspaceAccess: workspace === 'on' }),
        ...(operator && { isOperator: operator === 'on' }),
      };
      return answer((accounts) => accounts.setFlags(who, flags));
    });

  program
    .command('confirm-email')
    .description('Mark the e-mail address of an account as confirmed, without sending an e-mail.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.confirmEmail(who)));

  program
    .command('set-channels')
    .description('Set how many channels an account has paid for.')
    .argument(...WHO)
    .argument('<number>', 'a whole number, or none for as many as the plan allows', parseChannels)
    .action((who: string, channels: number | null) => answer((accounts) => accounts.setChannels(who, channels)));

  program
    .command('hold')
    .description(
      'Put an account on hold: it cannot use the dashboard, but its API keys keep working, and its posts go out.',
    )
    .argument(...WHO)
    .option('--reason <text>', 'reason, shown to the owner')
    .option('--until <time>', 'when the hold ends automatically, ISO 8601', parseTime)
    .action((who: string, { reason = null, until = null }) =>
      answer((accounts) => accounts.hold(who, { reason, until }), HELD),
    );

  program
    .command('release')
    .description('End the hold of an account.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.release(who)));

  program
    .command('deactivate')
    .description(
      'Deactivate an account: its sessions end, its API keys stop working, and its posts fail when they are due.',
    )
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.deactivate(who), DEACTIVATED));

  program
    .command('activate')
    .description('Reactivate an account; its API keys work again. Posts that failed meanwhile have to be retried.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.activate(who)));

  program
    .command('end-sessions')
    .description('End every session of an account: each browser has to sign in again.')
    .argument(...WHO)
    .action((who: string) => run(async ({ access }) => reportAccount(await access.endSessions(who))));

  program
    .command('remove-second-factor')
    .description('Remove the second factor of an account whose owner has lost both the app and the recovery codes.')
    .argument(...WHO)
    .addHelpText(
      'after',
      '\nVerify the identity of the person first, for example by calling a number that you already know. The owner is notified by e-mail.',
    )
    .action((who: string) => run(async ({ access }) => reportAccount(await access.removeSecondFactor(who))));
}

function parseChannels(text: string): number | null {
  if (text === 'none') return null;
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or none.');
  return Number(text);
}
