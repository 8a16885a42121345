import type { Command } from 'commander';
import type { AdministerPublishing } from './administer-publishing.use-case.js';
import { reportAfterRestore, reportPublishing } from './report.js';
import type { PublishingStatus } from './switch-publishing.use-case.js';
import { parseTime, type Terminal } from './terminal.js';

/** Commands about publishing as a whole. */
export function addPublishingCommands(program: Command, { run }: Terminal): void {
  const answer = (work: (publishing: AdministerPublishing) => Promise<PublishingStatus>): Promise<void> =>
    run(async ({ publishing }) => reportPublishing(await work(publishing)));

  program
    .command('status')
    .description('Show whether the installation publishes, and how many posts are due.')
    .action(() => answer((publishing) => publishing.status()));

  program
    .command('pause')
    .description('Stop publishing in every worker: due posts wait, everything else goes on.')
    .action(() => answer((publishing) => publishing.pause()));

  program
    .command('resume')
    .description('Go on publishing after pause.')
    .action(() => answer((publishing) => publishing.resume()));

  program
    .command('after-restore')
    .description('Repair a restored database: posts that were due go out only when their owners decide so.')
    .requiredOption(
      '--at <time>',
      'when the last process stopped that used the lost database, ISO 8601; what was due then or before is not sent',
      parseTime,
    )
    .option('--dry-run', 'count what it would do, and change nothing', false)
    .addHelpText('after', '\nSee docs/operating.md, “Backup and restore”.')
    .action(({ at, dryRun }: { at: Date; dryRun: boolean }) =>
      run(async ({ publishing }) => reportAfterRestore(await publishing.afterRestore(at, { dryRun }))),
    );
}
