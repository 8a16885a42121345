/** The commands and their options. */
import { Command, InvalidArgumentError } from 'commander';
import { WebSocket } from 'ws';
import { type Client, createClient } from '../../typescript/src/index.js';
import { api, usage, whoami } from './account-commands.js';
import {
  accounts,
  type Context,
  files,
  follow,
  list,
  type Outcome,
  type PostOptions,
  post,
  removeFiles,
  signature,
  upload,
  validate,
} from './commands.js';
import { addCompletion } from './completion.js';
import { examplesOf } from './examples.js';
import { type FeedOptions, feed, feeds } from './feed-commands.js';
import { type ImportOptions, importFile, undoImport } from './import-commands.js';
import { collect, collectStatuses, collectTargets, readAll } from './inputs.js';
import { compileFilter, type Filter } from './jq.js';
import { label, labels } from './label-commands.js';
import { keep, library } from './library-commands.js';
import { type LinkOptions, linkParameters } from './link-commands.js';
import { type EditOptions, edit, get, remove, retry, unpublish } from './post-commands.js';
import { type Profile, profileName, readProfile, writeProfile } from './profiles.js';
import { pause, queue, reorder, schedules, shuffle } from './queue-commands.js';
import { deleteRepeat, pauseRepeat, type RepeatOptions, recurring, repeat } from './recurrence-commands.js';
import { type ResultOptions, results, toGrouping, toMetric } from './result-commands.js';
import { askSecret } from './secret.js';
import { snippet, snippets } from './snippet-commands.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

export interface ProgramNeeds {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  stdin: NodeJS.ReadStream;
  /** Where it prompts for a secret. */
  stderr: NodeJS.WriteStream;
  signal: AbortSignal;
  /** Called by a command that did not succeed. */
  fail: () => void;
}

interface GlobalOptions {
  profile?: string;
  json?: boolean;
  jq?: string;
}

/** The variables of the options of a client. */
const VARIABLES = {
  url: 'PUBLISHING_URL',
  apiKey: 'PUBLISHING_API_KEY',
  userId: 'PUBLISHING_USER_ID',
} satisfies Record<keyof Profile, string>;

const MAX_LIMIT = 10_000;
const TO = [
  '--to <targets>',
  'accounts (fediverse-1) or platforms (fediverse), separated by commas; repeatable',
] as const;

export function makeProgram({ version, env, terminal, stdin, stderr, signal, fail }: ProgramNeeds): Command {
  const program = new Command('social-publishing')
    .description('Posts to social platforms through a social publishing service.')
    .version(version)
    .option('--profile <name>', 'service and account of login (PUBLISHING_PROFILE, or "default")')
    .option('--json', 'results as JSON')
    .option('--jq <expression>', 'results as JSON, through an expression of jq')
    .addHelpText('after', '\nExit codes: 0 done, 1 not published, invalid or refused, 2 wrong usage, 130 interrupted.')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();

  /** Runs a command with a client of the profile. */
  const run = async (command: (context: Context) => Outcome): Promise<void> => {
    const { profile, jq, json = jq !== undefined } = program.opts<GlobalOptions>();
    const client = clientOf(await readProfile(env, profile), env);
    const filter = jq === undefined ? undefined : await compileFilter(jq);
    const output = filter ? filtered(terminal, filter, fail) : terminal;
    if (!(await command({ client, terminal: output, json, signal, stdin }))) fail();
  };

  program
    .command('login')
    .description('stores a service and an API key, which it asks for or reads from standard input')
    .argument('<url>', 'public URL of the service')
    .option('--user-id <id>', 'managed user to act for')
    .action(async (url: string, { userId }: { userId?: string }) => {
      const name = program.opts<GlobalOptions>().profile ?? profileName(env);
      const given = env.PUBLISHING_API_KEY;
      const apiKey =
        given ||
        (stdin.isTTY ? await askSecret('API key: ', stdin, stderr, signal) : await readAll(stdin, signal)).trim();
      const profile = { url, apiKey, ...(userId && { userId }) };
      type Answer = { viewer: { displayName: string; email: string } };
      const client = clientOf(profile, env);
      if (isReadable(url)) terminal.note('The URL is not https: the API key can be read on the way.');
      const { viewer } = await client.graphql<Answer, object>('{ viewer { displayName email } }', {}, { signal });
      const file = await writeProfile(env, name, profile);
      terminal.note(`${viewer.displayName} <${viewer.email}> is the profile "${name}" in ${file}`);
    });
  program
    .command('logout')
    .description('removes a profile; the API key stays valid until it is revoked')
    .action(async () => {
      const name = program.opts<GlobalOptions>().profile ?? profileName(env);
      await writeProfile(env, name, undefined);
    });
  program
    .command('post')
    .description('publishes a text, now or later, with files')
    .argument('[text]', 'the text; - or left out: standard input')
    .requiredOption(...TO, collectTargets)
    .option('--at <time>', 'when: ISO 8601 with zone, such as 2030-01-31T09:00:00Z')
    .option('--queue [schedule]', 'when: the next free time of a posting schedule, by its id, or of any that fits')
    .option('--draft', 'leave it a draft')
    .option(
      '--file <file>',
      'an image or a video: its path, URL or id of library; repeatable',
      (value, before: string[] = []) => [...before, value],
    )
    .option('--alt <text>', 'what a file shows, in the order of --file; repeatable', (value, before: string[] = []) => [
      ...before,
      value,
    ])
    .option('--label <names>', 'labels of the post; separated by commas', collect)
    .option('--first-comment <text>', 'a comment below the post, as soon as it is live')
    .option('--as-written', 'without the signatures of the accounts and without link parameters')
    .option('--follow', 'wait until it was published everywhere, or failed')
    .option('--idempotency-key <key>', 'a repeat with the same key within 24 hours posts nothing')
    .action((text: string | undefined, options: PostOptions) => run((context) => post(context, text, options)));
  program
    .command('validate')
    .description('what platforms would refuse or change')
    .argument('[text]', 'the text; - or left out: standard input')
    .requiredOption(...TO, collectTargets)
    .action((text: string | undefined, options: { to: string[] }) =>
      run((context) => validate(context, text, options)),
    );
  program
    .command('follow')
    .description('the steps of a post, from the first to the last')
    .argument('<post-id>')
    .action((id: string) => run((context) => follow(context, id)));
  program
    .command('upload')
    .description('adds files to a draft or a scheduled post')
    .argument('<post-id>')
    .argument('<files...>')
    .action((id: string, paths: string[]) => run((context) => upload(context, id, paths)));
  program
    .command('files')
    .description('the files of a post, in the order of publishing')
    .argument('<post-id>')
    .action((id: string) => run((context) => files(context, id)));
  program
    .command('remove-files')
    .description('removes files from a post whose publishing has not begun')
    .argument('<file-ids...>')
    .action((ids: string[]) => run((context) => removeFiles(context, ids)));
  program
    .command('list')
    .description('posts, newest first')
    .option(
      '--status <statuses>',
      'draft, scheduled, published, partially_published or failed; separated by commas',
      collectStatuses,
    )
    .option('--label <names>', 'with one of these labels; separated by commas', collect)
    .option('--limit <count>', 'how many', toLimit, 20)
    .action((options: { status?: string[]; label?: string[]; limit: number }) =>
      run((context) => list(context, options)),
    );
  program
    .command('get')
    .description('a post, with what became of it at each target')
    .argument('<post-id>')
    .action((id: string) => run((context) => get(context, id)));
  program
    .command('edit')
    .description('changes a draft or a scheduled post')
    .argument('<post-id>')
    .option('--text <text>', 'another text; - for standard input')
    .option('--to <targets>', 'all targets from now on, as of post', collectTargets)
    .option('--at <time>', 'when: ISO 8601 with zone; of a draft, it schedules it')
    .option('--queue [schedule]', 'when: the next free time of a posting schedule, by its id, or of any that fits')
    .option('--now', 'publish it now')
    .option('--draft', 'take it back')
    .action((id: string, options: EditOptions) => run((context) => edit(context, id, options)));
  program
    .command('delete')
    .description('removes posts from the service, not from the platforms')
    .argument('<post-ids...>')
    .action((ids: string[]) => run((context) => remove(context, ids)));
  program
    .command('retry')
    .description('publishes again what has failed of a post')
    .argument('<post-id>')
    .option('--acknowledge-unknown', 'also what may be live: you have looked, and it is not')
    .action((id: string, options: { acknowledgeUnknown?: boolean }) => run((context) => retry(context, id, options)));
  program
    .command('unpublish')
    .description('removes a published post from its platforms, where they allow it')
    .argument('<post-id>')
    .option('--to <targets>', 'only there, as of post', collectTargets)
    .action((id: string, options: { to?: string[] }) => run((context) => unpublish(context, id, options)));
  program
    .command('schedules')
    .description('the posting schedules, with their next free times')
    .action(() => run(schedules));
  program
    .command('queue')
    .description('the posts of a posting schedule, in their order')
    .argument('<schedule-id>')
    .action((id: string) => run((context) => queue(context, id)));
  program
    .command('pause')
    .description('pauses a posting schedule: its posts wait as drafts')
    .argument('<schedule-id>')
    .action((id: string) => run((context) => pause(context, id, true)));
  program
    .command('resume')
    .description('resumes a posting schedule: its posts get its next times')
    .argument('<schedule-id>')
    .action((id: string) => run((context) => pause(context, id, false)));
  program
    .command('reorder')
    .description('posts of a queue exchange their times: the first gets the earliest')
    .argument('<schedule-id>')
    .argument('<post-ids...>')
    .action((id: string, ids: string[]) => run((context) => reorder(context, id, ids)));
  program
    .command('shuffle')
    .description('brings the posts of a queue into a random order')
    .argument('<schedule-id>')
    .action((id: string) => run((context) => shuffle(context, id)));
  program
    .command('recurring')
    .description('the posts that are repeated, with their rules')
    .action(() => run(recurring));
  program
    .command('repeat')
    .description('creates a post again and again, by a rule of RFC 5545')
    .argument('<post-id>')
    .requiredOption('--rule <rrule>', 'such as FREQ=WEEKLY;BYDAY=MO')
    .requiredOption('--at <time>', 'where it begins: ISO 8601 with zone')
    .option('--zone <name>', 'the time zone of the rule', 'UTC')
    .option('--text <texts...>', 'further texts, which take turns with that of the post')
    .action((id: string, options: RepeatOptions) => run((context) => repeat(context, id, options)));
  program
    .command('pause-repeat')
    .description('pauses a recurring post: its posts that were not sent are removed')
    .argument('<recurrence-id>')
    .option('--resume', 'goes on with a paused one')
    .action((id: string, options: { resume?: boolean }) => run((context) => pauseRepeat(context, id, options)));
  program
    .command('delete-repeat')
    .description('deletes a recurring post, and its posts that were not sent')
    .argument('<recurrence-id>')
    .option('--keep-posts', 'keeps the posts')
    .action((id: string, options: { keepPosts?: boolean }) => run((context) => deleteRepeat(context, id, options)));
  program
    .command('accounts')
    .description('the connected accounts: targets of posts')
    .action(() => run(accounts));
  program
    .command('signature')
    .description('sets the text at the end of the posts of accounts; an empty one removes it')
    .argument('<accounts>', 'as --to of post', collectTargets)
    .argument('<text>')
    .action((to: string[], text: string) => run((context) => signature(context, to, text)));
  program
    .command('link-parameters')
    .description('sets utm_ parameters of the links in posts; without an option, lists the rules')
    .option('--to <targets>', 'accounts or platforms, as of post; left out: all', collectTargets)
    .option('--source <text>', 'utm_source: {platform}, {account} and {date} are replaced')
    .option('--medium <text>', 'utm_medium')
    .option('--campaign <text>', 'utm_campaign')
    .option('--term <text>', 'utm_term')
    .option('--content <text>', 'utm_content')
    .option('--remove', 'remove the rule')
    .action((options: LinkOptions) => run((context) => linkParameters(context, options)));
  program
    .command('library')
    .description('files of the media library, newest first')
    .argument('[text]', 'only those with this text in their name or alternative text')
    .action((text: string | undefined) => run((context) => library(context, text)));
  program
    .command('keep')
    .description('uploads files into the media library')
    .argument('<files...>')
    .action((paths: string[]) => run((context) => keep(context, paths)));
  program
    .command('feed')
    .description('adds a web feed: its new entries become drafts, or posts of a queue')
    .argument('<url>')
    .requiredOption(...TO, collectTargets)
    .option('--name <name>', 'its name; left out: its host')
    .option('--queue [schedule]', 'its entries join a posting schedule, by its id, or any that fits')
    .option('--template <text>', 'text of its posts, such as "{{title}}\\n{{link}}"')
    .action((url: string, options: FeedOptions) => run((context) => feed(context, url, options)));
  program
    .command('feeds')
    .description('web feeds whose entries become posts, with their state')
    .action(() => run(feeds));
  program
    .command('import')
    .description('makes a post of each row of a CSV file, once')
    .argument('<file>')
    .option('--preview', 'show what would happen, and store nothing')
    .option('--skip-invalid', 'import the rows without problems')
    .option('--create-labels', 'create labels that do not exist')
    .option('--queue', 'rows without a time join the queue, in place of being drafts')
    .option('--zone <time-zone>', 'of times without an offset, such as Europe/Berlin; by default that of the account')
    .option('--day-first', 'read 01/02/2035 as 1 February')
    .option('--month-first', 'read 01/02/2035 as 2 January')
    .action((file: string, options: ImportOptions) => run((context) => importFile(context, file, options)));
  program
    .command('undo-import')
    .description('removes the drafts and scheduled posts of an import that are as they were imported')
    .argument('<import-id>')
    .action((id: string) => run((context) => undoImport(context, id)));
  program
    .command('snippets')
    .description('saved texts, by name')
    .argument('[text]', 'only those with this text in their name or text')
    .action((text: string | undefined) => run((context) => snippets(context, text)));
  program
    .command('snippet')
    .description('prints a saved text, ready for the standard input of post')
    .argument('<name>')
    .option(
      '--value <placeholder=value>',
      'what replaces a placeholder; repeatable',
      (value, before: string[] = []) => [...before, value],
    )
    .action((name: string, options: { value?: string[] }) => run((context) => snippet(context, name, options)));
  program
    .command('labels')
    .description('the labels of posts, with how many posts have each')
    .action(() => run(labels));
  program
    .command('label')
    .description('adds labels to posts, and removes them')
    .argument('<post-ids...>')
    .option('--add <names>', 'labels that the posts get; separated by commas', collect)
    .option('--remove <names>', 'labels that they lose', collect)
    .action((ids: string[], options: { add?: string[]; remove?: string[] }) =>
      run((context) => label(context, ids, options)),
    );
  program
    .command('results')
    .description('what the posts of a period have achieved: sums, top posts and best times')
    .option('--from <day>', 'the first day of publication, such as 2030-01-31; by default of the month before this one')
    .option('--to <day>', 'the day after the last one; by default tomorrow')
    .option('--zone <time-zone>', 'of the days, such as Europe/Berlin; by default that of the account')
    .option('--account <targets>', 'only posts of these accounts or platforms, as --to of post', collectTargets)
    .option('--label <names>', 'only posts with one of these labels; separated by commas', collect)
    .option('--by <metric>', 'of top posts and best times', toMetric, 'ENGAGEMENTS' as const)
    .option('--group-by <what>', 'platform, account, label, author, day, week or month', toGrouping)
    .option('--top <count>', 'how many top posts, at most 50', toLimit, 10)
    .option('--posts', 'each post with its numbers; with --json, one a line')
    .option('--csv', 'each post with all of its numbers, as a CSV file for spreadsheets')
    .action((options: ResultOptions) => run((context) => results(context, options)));
  program
    .command('whoami')
    .description('whose key is used')
    .action(() => run(whoami));
  program
    .command('usage')
    .description('what the plan allows, and what is used of it')
    .action(() => run(usage));
  program
    .command('api')
    .description('runs any query or mutation of the schema, and prints its result as JSON')
    .argument('[operation]', 'the operation, or @file; left out: standard input')
    .option('--variables <JSON>', 'its variables')
    .action((operation: string | undefined, options: { variables?: string }) =>
      run((context) => api(context, operation, options)),
    );

  addCompletion(program, (text) => terminal.lines([text]));
  for (const command of [program, ...program.commands]) command.addHelpText('after', examplesOf(command.name()));
  return program;
}

/** Prints results through a filter. The command has done what a result is about, so a filter that does not fit stops nothing. */
function filtered(terminal: Terminal, filter: Filter, fail: () => void): Terminal {
  const json = (result: unknown): void => {
    let lines: string[];
    try {
      lines = filter(result);
    } catch (error) {
      terminal.note((error as Error).message);
      fail();
      return;
    }
    terminal.lines(lines);
  };
  return { ...terminal, json };
}

/** Whether others than this machine can read requests to the address. */
function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function clientOf(profile: Profile, env: ProgramNeeds['env']): Client {
  try {
    // Node has its own from version 22 on.
    return createClient({ ...profile, webSocket: WebSocket });
  } catch (error) {
    // An option is invalid. What came from a variable is named by it.
    const { message } = error as Error;
    const [option, variable] = Object.entries(VARIABLES).find(([name]) => message.startsWith(`${name} `)) ?? [];
    const isFromVariable = variable !== undefined && env[variable] === profile[option as keyof Profile];
    throw new UsageError(isFromVariable ? `${variable}${message.slice(option?.length)}` : message);
  }
}

function toLimit(value: string): number {
  const limit = Number(value);
  if (Number.isInteger(limit) && limit > 0 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_LIMIT}.`);
}
