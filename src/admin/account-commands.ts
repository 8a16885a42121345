import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { PLANS, type PlanKey } from '../domain/plans/plans.js';
import { AdminError } from './admin-error.js';
import type { Account, AdministerAccounts } from './administer-accounts.use-case.js';
import { reportAccount } from './report.js';
import { type Terminal, WHO } from './terminal.js';

const PLAN_KEYS = Object.keys(PLANS);
const SWITCH = ['on', 'off'];
type Switch = 'on' | 'off' | undefined;

/** The commands that make, show and change accounts. Each answers the account as it is then. */
export function addAccountCommands(program: Command, { run, readInput }: Terminal): void {
  const answer = (work: (accounts: AdministerAccounts) => Promise<Account>): Promise<void> =>
    run(async ({ accounts }) => reportAccount(await work(accounts)));

  program
    .command('create-user')
    .description('Make an account.')
    .requiredOption('--email <address>', 'what it signs in with')
    .option('--name <name>', 'name to show; the e-mail address when left out')
    .addOption(new Option('--plan <plan>', 'what it pays for').choices(PLAN_KEYS).default('starter'))
    .option('--password-stdin', 'read its password from standard input; without one it cannot sign in')
    .action(async ({ email, name = null, plan, passwordStdin }) => {
      const password = passwordStdin ? (await readInput()).replace(/\r?\n$/, '') : null;
      await answer((accounts) => accounts.create({ email, name, plan, password }));
    });

  program
    .command('show-user')
    .description('Show an account.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.show(who)));

  program
    .command('set-plan')
    .description('Change the plan of an account.')
    .argument(...WHO)
    .addArgument(new Argument('<plan>').choices(PLAN_KEYS))
    .action((who: string, plan: PlanKey) => answer((accounts) => accounts.setPlan(who, plan)));

  program
    .command('set-flags')
    .description('Switch on or off what an account may do; each of its keys has flags of its own beside it.')
    .argument(...WHO)
    .addOption(new Option('--mcp <switch>', 'send x-service-client: mcp').choices(SWITCH))
    .addOption(new Option('--workspace <switch>', 'act for managed users').choices(SWITCH))
    .action((who: string, { mcp, workspace }: { mcp: Switch; workspace: Switch }) => {
      if (!mcp && !workspace) throw new AdminError('Say what to switch: --mcp, --workspace or both.');
      const flags = {
        ...(mcp && { mcpAccess: mcp === 'on' }),
        ...(workspace && { workspaceAccess: workspace === 'on' }),
      };
      return answer((accounts) => accounts.setFlags(who, flags));
    });

  program
    .command('confirm-email')
    .description('Count the e-mail address of an account as confirmed, without an e-mail.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.confirmEmail(who)));

  program
    .command('set-channels')
    .description('Set how many channels an account has paid for.')
    .argument(...WHO)
    .argument('<number>', 'a whole number, or none: as many as the plan allows', parseChannels)
    .action((who: string, channels: number | null) => answer((accounts) => accounts.setChannels(who, channels)));

  program
    .command('hold')
    .description('Put an account on hold: the dashboard is closed to it, its API keys go on working.')
    .argument(...WHO)
    .option('--reason <text>', 'why; its owner is shown it')
    .option('--until <time>', 'when it ends by itself, ISO 8601', parseTime)
    .action((who: string, { reason = null, until = null }) =>
      answer((accounts) => accounts.hold(who, { reason, until })),
    );

  program
    .command('release')
    .description('End the hold of an account.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.release(who)));

  program
    .command('deactivate')
    .description('Close every door to an account: its sessions end, its API keys work no more.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.deactivate(who)));

  program
    .command('activate')
    .description('Open the doors to an account again; its API keys work as before.')
    .argument(...WHO)
    .action((who: string) => answer((accounts) => accounts.activate(who)));

  program
    .command('end-sessions')
    .description('End every session of an account: each browser has to sign in again.')
    .argument(...WHO)
    .action((who: string) => run(async ({ access }) => reportAccount(await access.endSessions(who))));

  program
    .command('remove-second-factor')
    .description('Let an account sign in with its password alone, because its owner has lost app and recovery codes.')
    .argument(...WHO)
    .addHelpText(
      'after',
      '\nMake sure who asks, as well as you would before you gave somebody the account: by a call to a number that you know, for example. A mail tells the owner.',
    )
    .action((who: string) => run(async ({ access }) => reportAccount(await access.removeSecondFactor(who))));
}

function parseChannels(text: string): number | null {
  if (text === 'none') return null;
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or none.');
  return Number(text);
}

function parseTime(text: string): Date {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text);
  throw new InvalidArgumentError('It must be a time such as 2030-01-31T18:00:00Z.');
}
