import { type Command, InvalidArgumentError, Option } from 'commander';
import { PlatformPostStatus } from '../domain/posts/state/platform-post.js';
import { isBlank } from '../foundation/blank-text.js';
import { FAILURES } from '../platforms/port/failure.js';
import { PLATFORM_KEYS } from '../platforms/port/platform.js';
import { reportChangedPosts, reportPost, reportPosts } from './report-posts.js';
import { MAX_PAGE, parseAfter, parseLimit, parseTime, type Terminal } from './terminal.js';

const MAX_TEXT = 200;
const MAX_REASON = 200;

/** Commands that find posts, explain one, and change many. */
export function addPostCommands(program: Command, { run }: Terminal): void {
  withConditions(program.command('posts').description('List posts of all accounts, newest first, page by page.'))
    .addOption(new Option('--status <status>', 'one status').choices(Object.values(PlatformPostStatus)).default(null))
    .option('--text <text>', 'part of the text', parseText, null)
    .option('--late', 'only posts that are due and have not ended', false)
    .option('--after <id>', 'continue after the last post of a page', parseAfter, null)
    .option('--limit <number>', `posts per page, at most ${MAX_PAGE}`, parseLimit, 50)
    .addHelpText(
      'after',
      '\nExample: npm run admin -- posts --status failed --since 2030-01-31T18:00:00Z --platform skyfeed',
    )
    .action(({ after, limit, late, ...query }) =>
      run(async ({ posts }) => reportPosts(await posts.list({ ...query, isLate: late }, { after, limit }))),
    );

  program
    .command('show-post')
    .description(
      'Show everything about a post: its state, attempts, log, jobs, events, deliveries, and what happens next.',
    )
    .argument('<post>', 'id of the group or of the platform post, or the id or address of the post at its platform')
    .action((reference: string) => run(async ({ posts }) => reportPost(await posts.show(reference))));

  withConditions(
    program.command('retry').description('Publish failed posts again, at once; never one that may be live.'),
  )
    .option('--yes', 'do it; without it, count the posts', false)
    .addHelpText('after', '\nExample: npm run admin -- retry --code PLATFORM_NOT_CONFIGURED --platform network --yes')
    .action(({ yes, ...conditions }) =>
      run(async ({ posts }) =>
        reportChangedPosts('published again', await posts.retry(conditions, { isDryRun: !yes })),
      ),
    );

  withConditions(
    program
      .command('fail')
      .description('End waiting posts as failed, so that their owners decide; none that may be live.'),
  )
    .requiredOption('--reason <text>', 'why, shown to the owners of the posts', parseReason)
    .option('--yes', 'do it; without it, count the posts', false)
    .addHelpText(
      'after',
      '\nExample: npm run admin -- fail --platform messenger --until 2030-01-31T18:00:00Z --reason "The platform is down" --yes',
    )
    .action(({ yes, reason, ...conditions }) =>
      run(async ({ posts }) =>
        reportChangedPosts('ended as failed', await posts.fail(conditions, { reason, isDryRun: !yes })),
      ),
    );
}

const withConditions = (command: Command): Command =>
  command
    .option('--user <user>', 'e-mail address or id of the account or managed user', String, null)
    .addOption(new Option('--platform <key>', 'one platform').choices([...PLATFORM_KEYS]).default(null))
    .addOption(
      new Option('--code <code>', 'code of the failure, or of the last attempt’s')
        .choices(Object.keys(FAILURES))
        .default(null),
    )
    .option('--since <time>', 'due, or last changed, at this time or later, ISO 8601', parseTime, null)
    .option('--until <time>', 'due, or last changed, before this time, ISO 8601', parseTime, null);

const parseText = atMost(MAX_TEXT);
const parseReason = atMost(MAX_REASON);

function atMost(max: number) {
  return (text: string): string => {
    if (!isBlank(text) && text.length <= max) return text;
    throw new InvalidArgumentError(`It has 1 to ${max} characters, and one that can be seen.`);
  };
}
