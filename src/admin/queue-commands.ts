import { type Command, Option } from 'commander';
import { DeliveryStatus } from '../domain/webhooks/webhook.js';
import { AdminError } from './admin-error.js';
import type { DeliveryQuery } from './administer-deliveries.use-case.js';
import { reportDeliveries, reportMails, reportProcesses, reportQueues, reportResent } from './report-queues.js';
import { MAX_PAGE, parseAfter, parseLimit, parseTime, type Terminal } from './terminal.js';

interface DeliveryOptions extends DeliveryQuery {
  failed: boolean;
  resend: boolean;
  yes: boolean;
  after: string | null;
  limit: number;
}

/** Commands that show what works and what waits: processes, queues, e-mails and deliveries. */
export function addQueueCommands(program: Command, { run }: Terminal): void {
  program
    .command('processes')
    .description('Show the processes that are connected: role, version, since when, and when a worker fetched last.')
    .action(() => run(async ({ queues }) => reportProcesses(await queues.processes())));

  program
    .command('queues')
    .description('Show waiting, active, stuck and failed jobs by queue, and by platform for posts.')
    .action(() => run(async ({ queues }) => reportQueues(await queues.queues())));

  program
    .command('mails')
    .description('Show the oldest 100 e-mails that wait or were given up within the last hour, and why.')
    .action(() => run(async ({ queues }) => reportMails(await queues.mails())));

  program
    .command('deliveries')
    .description('List webhook deliveries of all accounts, newest first, page by page; or resend those that failed.')
    .option('--user <user>', 'e-mail address or id of the account or managed user', String, null)
    .addOption(new Option('--status <status>', 'one status').choices(Object.values(DeliveryStatus)).default(null))
    .addOption(new Option('--failed', 'the same as --status failed').default(false).conflicts('status'))
    .option('--since <time>', 'created at this time or later, ISO 8601', parseTime, null)
    .option('--resend', 'queue all of them again; with --failed', false)
    .option('--yes', 'do it; without it, --resend counts them', false)
    .option('--after <id>', 'continue after the last delivery of a page', parseAfter, null)
    .option('--limit <number>', `deliveries per page, at most ${MAX_PAGE}`, parseLimit, 50)
    .addHelpText('after', '\nExample: npm run admin -- deliveries --failed --since 2030-01-31T18:00:00Z --resend --yes')
    .action(({ failed, resend, yes, after, limit, user, status, since }: DeliveryOptions) => {
      if (resend && !failed) throw new AdminError('--resend is for failed deliveries: add --failed.');
      if (resend) {
        return run(async ({ deliveries }) =>
          reportResent(await deliveries.resend({ user, since }, { isDryRun: !yes })),
        );
      }
      const query = { user, since, status: failed ? DeliveryStatus.FAILED : status };
      return run(async ({ deliveries }) => reportDeliveries(await deliveries.list(query, { after, limit })));
    });
}
