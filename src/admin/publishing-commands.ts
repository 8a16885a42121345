import type { Command } from 'commander';
import type { AdministerPublishing, PublishingStatus } from './administer-publishing.use-case.js';
import { reportPublishing } from './report.js';
import type { Terminal } from './terminal.js';

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
}
