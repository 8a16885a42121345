import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import type { FailureRow, FailureTable } from '../../src/platforms/kit/failure-table.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Failure } from '../../src/platforms/port/failure.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { contentsOf } from './contents.js';
import { bare, drive } from './driving.js';
import { type ErrorForm, FORMS } from './failure-tables-forms.js';
import { logIn, setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { clock, makePart, openAccount, openWorld, postsOf, stored, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const isTable = (value: unknown): value is FailureTable =>
  typeof value === 'object' && value !== null && 'rows' in value && 'read' in value;

/** The failure tables that a platform's `failures.ts` exports, by their names. */
async function tablesOf({ key }: Platform): Promise<[name: string, table: FailureTable][]> {
  const module: Record<string, unknown> = await import(`../../src/platforms/${key}/failures.js`);
  return Object.entries(module).flatMap(([name, value]) => (isTable(value) ? [[name, value]] : []));
}

const TABLES = await Promise.all(
  [...platforms.values()].map(async (platform) => ({ platform, tables: await tablesOf(platform) })),
);

test.each(TABLES)('$platform.key has a table of its failures', ({ platform, tables }) => {
  expect(tables).not.toHaveLength(0);
  expect(Object.keys(FORMS[platform.key])).toEqual(expect.arrayContaining(tables.map(([name]) => name)));
});

async function publishPost(platform: Platform) {
  const account = await openAccount(world, platform);
  const part = await contentsOf(platform)[0].make(files);
  const { step } = await drive(() => platform.publisher(world.http, NO_SETUP, clock), part, account);
  if (step.kind !== 'published') throw new Error(step.kind);
  return { account, part: { postedId: step.postedId, furtherIds: step.furtherIds ?? [] } };
}

/** A live post of an account, about which the platform then says this. */
async function publishThen(platform: Platform, answer: ErrorForm['answer']) {
  const published = await publishPost(platform);
  world.box.setFault({ platform: platform.key as SandboxPlatform, kind: 'answer', answer, times: 0, on: 'any' });
  return published;
}

/** What a deletion comes to when the platform says this. */
async function deletion(platform: Platform, answer: ErrorForm['answer']) {
  if (!platform.unpublish) throw new Error(`${platform.key} deletes no posts`);
  const { account, part } = await publishThen(platform, answer);
  return platform.unpublish(world.http, setupOf(world, platform))(account, part);
}

/** What the numbers of a post come to when the platform says this. */
async function measurement(platform: Platform, answer: ErrorForm['answer']) {
  if (!platform.metrics) throw new Error(`${platform.key} gives no numbers`);
  const { account, part } = await publishThen(platform, answer);
  return platform.metrics.open(world.http, setupOf(world, platform)).ofPosts(account, [part]);
}

/** A published post of each platform, for its comments. */
const posts = new Map<Platform, ReturnType<typeof publishPost>>();

/** What a comment comes to when the platform says this. */
async function commentOn(platform: Platform, answer: ErrorForm['answer']) {
  const post = posts.get(platform) ?? publishPost(platform);
  posts.set(platform, post);
  const { account, part: on } = await post;
  world.box.setFault({ platform: platform.key as SandboxPlatform, kind: 'answer', answer });
  const part = makePart('The comment', { isComment: true, replyTo: on.postedId, threadId: on.postedId });
  return platform.publisher(world.http, NO_SETUP, clock).start(part, account);
}

/** What happens to a post, its comment or its numbers, of a login, or at a deletion, when the platform says this. */
async function failureOf(platform: Platform, { answer, path, when }: ErrorForm): Promise<Failure> {
  const fault = { platform: platform.key as SandboxPlatform, kind: 'answer', answer, times: 0 } as const;
  const at = path === undefined ? fault : { ...fault, path };
  if (when === 'login') {
    if (!platform.authorization) throw new Error(`${platform.key} has no logins`);
    world.box.setFault(at);
    const owner = world.box.createAccount(fault.platform);
    return failureIn(await logIn(world.http, platform.authorization, setupOf(world, platform), [owner]));
  }
  if (when === 'commenting') return failureIn(await commentOn(platform, answer));
  if (when === 'deleting') return failureIn(await deletion(platform, answer));
  if (when === 'measuring') return failureIn(await measurement(platform, answer));
  const makePublisher = () => platform.publisher(world.http, NO_SETUP, clock);
  const account = await openAccount(world, platform);
  const contents = contentsOf(platform);
  if (when === 'working') {
    const video = await (contents.at(-1) ?? contents[0]).make(files);
    const { step } = await drive(makePublisher, video, account, { steps: 1 });
    if (step.kind !== 'pending') throw new Error(`${step.kind} where the platform should work on a video`);
    world.box.setFault({ ...fault, on: 'any' });
    return failureIn(await makePublisher().lookUp(bare(video), account, stored(step.state)));
  }
  world.box.setFault(at);
  const content = when === 'uploading' ? (contents.at(-1) ?? contents[0]) : contents[0];
  const { step } = await drive(makePublisher, await content.make(files), account);
  expect(postsOf(world, account)).toHaveLength(0);
  return failureIn(step);
}

const failureIn = (result: { kind: string } | { kind: 'failed'; failure: Failure }): Failure => {
  if ('failure' in result) return result.failure;
  throw new Error(`${result.kind} where a failure was wanted`);
};

/** What a row is for, without what it makes of that. */
const conditionsOf = ({ status, error, subcode, isTransient, messagePrefix }: FailureRow) =>
  JSON.stringify({ status, error, subcode, isTransient, messagePrefix });

/** The rows of a table, without those that an earlier row of the platform replaces. */
const effective = ({ rows }: FailureTable) => [
  ...new Map(rows.toReversed().map((row) => [conditionsOf(row), row])).entries(),
];

const ROWS = TABLES.flatMap(({ platform, tables }) =>
  tables.flatMap(([name, table]) => effective(table).map(([documented, row]) => ({ platform, name, documented, row }))),
);

/** The deletion of a post that no longer exists succeeds; its numbers are gone. */
const isGone = ({ name, row }: (typeof ROWS)[number]) =>
  ['deletionFailures', 'numbersFailures'].includes(name) && row.code === 'NOT_FOUND_ON_PLATFORM';

test.each(ROWS.filter(isGone))(
  '$platform.key: $name: $documented is a deleted post',
  async ({ platform, name, row }) => {
    const said = FORMS[platform.key][name]?.(row);
    if (!said) throw new Error(`there is no form for the error ${name}`);
    if (said.when === 'measuring') {
      const gone = { postedId: expect.any(String), kind: 'gone' };
      expect(await measurement(platform, said.answer)).toEqual({ kind: 'ok', value: [gone] });
    } else expect(await deletion(platform, said.answer)).toEqual({ kind: 'ok', value: null });
  },
);

test.each(ROWS.filter((row) => !isGone(row)))(
  '$platform.key: $name: $documented is $row.code',
  async ({ platform, name, row }) => {
    const said = FORMS[platform.key][name]?.(row);
    if (!said) throw new Error(`there is no form for the error ${name}`);
    const failure = await failureOf(platform, said);
    expect(failure).toMatchObject({ code: row.code, platformStatusCode: said.answer.status });
    // The platform's own words are kept.
    const { body } = said.answer;
    if (typeof body === 'string') expect(failure.platformError).toBe(body);
    else if (body !== undefined) expect(JSON.parse(failure.platformError ?? '')).toEqual(body);
  },
);
