import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { validatePost } from '../../src/domain/validation/validate-post.js';
import type { Http } from '../../src/foundation/http-client/http.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Part, Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { contentsOf } from './contents.js';
import { type Driven, drive, losing, publishThrough, silent } from './driving.js';
import { setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { amending, clock, makePart, openAccount, openWorld, postsOf, stored, type World } from './support.js';

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

/** What a token may not do without this scope: comment. */
const SCOPES: Partial<Record<Platform['key'], string>> = {
  photogram: 'instagram_business_manage_comments',
  socialpage: 'pages_manage_engagement',
  videohub: 'https://www.googleapis.com/auth/youtube.force-ssl',
};

const COMMENTING = [...platforms.values()].flatMap((platform) => {
  const { comment } = platformRules[platform.key];
  return comment ? [{ key: platform.key, platform, comment }] : [];
});

describe.each(COMMENTING)('a comment on $key', ({ key, platform, comment: { text: limit } }) => {
  let account: Account;
  let postedId: string;
  const publisherWith = (http: Http) => () => platform.publisher(http, setupOf(world, platform), clock);
  const makePublisher = () => publisherWith(world.http)();
  beforeAll(async () => {
    account = await openAccount(world, platform);
    const { step } = await drive(makePublisher, await contentsOf(platform)[0].make(files), account);
    if (step.kind !== 'published') throw new Error(step.kind);
    postedId = step.postedId;
  });
  let count = 0;
  const makeComment = (text = `The comment ${++count}`): Part =>
    makePart(text, { isComment: true, replyTo: postedId, threadId: postedId, settings: DEFAULT_SETTINGS[key] ?? {} });

  /** How many comments with this text the platform has. */
  const liveOf = ({ text }: Part): number => {
    const isSame = ({ body, status }: { body?: unknown; status: number | null }) =>
      status !== null && status < 300 && (body as { message?: { text?: string } } | undefined)?.message?.text === text;
    return key === 'network'
      ? world.box.requests().filter((request) => request.path.includes('/socialActions/') && isSame(request)).length
      : postsOf(world, account).filter((post) => post.text === text).length;
  };

  test('is published once, beside its post, under the id that the platform shows', async () => {
    const part = makeComment();
    const { step } = await drive(makePublisher, part, account);
    expect(step).toMatchObject({ kind: 'published', postedId: expect.not.stringMatching(`^${postedId}$`) });
    expect(liveOf(part)).toBe(1);
    const [found] = postsOf(world, account).filter(({ text }) => text === part.text);
    if (found) expect(step).toMatchObject({ postedId: found.postedId });
  });

  test('is found in order at the limit, which the platform takes, and refused over it before anything is sent', async () => {
    const longest = makeComment('a'.repeat(limit.max));
    expect((await drive(makePublisher, longest, account)).step.kind).toBe('published');
    const issuesOf = (firstComment: string) => {
      const post = { content: '', media: [], settings: {}, platforms: [key], firstComment };
      const { errors } = validatePost({ ...post, blocks: { threadtalkThreadsBlocked: false } }, rethrow);
      return errors.filter(({ field }) => field === 'firstComment');
    };
    expect(issuesOf(longest.text)).toEqual([]);
    const over = `${longest.text}a`;
    expect(issuesOf(over)).toContainEqual(
      expect.objectContaining({
        code: 'FIRST_COMMENT_TOO_LONG',
        currentValue: limit.max + 1,
        maxValue: limit.max,
      }),
    );
    const { step } = await drive(publisherWith(silent), makeComment(over), account);
    const [issue] = issuesOf(over);
    expect(step).toMatchObject({
      kind: 'failed',
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected', message: issue?.message },
    });
  });

  /** Messages and comments of these cannot be looked up. */
  const leavesOpen = key === 'network' || key === 'messenger';

  const expectOnce = (part: Part, end: Driven['step'], isLive: boolean): void => {
    if (end.kind === 'unsupported')
      expect({ leavesOpen, live: liveOf(part) }).toEqual({ leavesOpen: true, live: +isLive });
    else expect({ kind: end.kind, live: liveOf(part) }).toEqual({ kind: 'published', live: 1 });
  };

  test.each(['before', 'after'] as const)('whose response is lost %s it was stored is live once', async (moment) => {
    const whole = losing(world.http, key, 0, 'before');
    await drive(publisherWith(whole.http), makeComment(), account);
    for (let write = 1; write <= whole.writes(); write += 1) {
      const part = makeComment();
      const isStored = moment === 'after' && write === whole.writes();
      const lossy = publisherWith(losing(world.http, key, write, moment).http);
      const lost = await drive(lossy, part, account);
      expect(lost.step).toMatchObject({ kind: 'failed', failure: { code: 'TIMEOUT_ERROR' } });
      expectOnce(part, await publishThrough(lossy, part, account, { from: lost }), isStored);
    }
  });

  test('whose worker dies is found by the next one', async () => {
    const part = makeComment();
    const { state } = await drive(makePublisher, part, account);
    const seen = await makePublisher().lookUp(part, account, state && stored(state));
    expectOnce(part, await publishThrough(makePublisher, part, account, { from: { step: seen, state } }), true);
  });

  const lookUp = (part: Part, http = world.http) => publisherWith(http)().lookUp(part, account, null);

  if (!leavesOpen) {
    test('of another part, or older than it, is not taken for it', async () => {
      const other = makeComment();
      const { step } = await drive(makePublisher, other, account);
      if (step.kind !== 'published') throw new Error(step.kind);
      const same = { ...makeComment(other.text), taken: new Set([step.postedId]) };
      const later = { ...makeComment(other.text), at: new Date(clock().getTime() + 600_000) };
      for (const part of [same, later]) {
        const seen = await lookUp(part);
        expect(seen.kind).not.toBe('alike');
        expect(seen.kind).not.toBe('published');
      }
    });
  }

  const scope = SCOPES[key];
  if (scope !== undefined) {
    test('without its scope is refused before it is sent, and posts are published as before', async () => {
      const credentials = { ...account.credentials, scopes: 'one_scope another_scope' };
      const limited = { ...account, credentials };
      const part = makeComment();
      const { step } = await drive(publisherWith(silent), part, limited);
      expect(step).toMatchObject({
        kind: 'failed',
        failure: {
          code: 'PERMISSION_DENIED',
          outcome: 'rejected',
          message: expect.stringMatching(new RegExp(`${scope.replaceAll('.', '\\.')}\\): connect the account again`)),
        },
      });
      const post = await drive(makePublisher, await contentsOf(platform)[0].make(files), limited);
      expect(post.step.kind).toBe('published');
    });

    test('of somebody else with the same text is not taken for it; of an unnamed author, it leaves the outcome open', async () => {
      const part = makeComment();
      await drive(makePublisher, part, account);
      const path = key === 'videohub' ? '/commentThreads' : '/comments';
      const written = (author: 'another' | 'unnamed') =>
        amending(world.http, path, (json) => JSON.parse(authoredBy(author, JSON.stringify(json), account.accountId)));
      // The platform names other people's comments on photogram with no id that could be compared.
      const other = key === 'photogram' ? 'unsupported' : 'absent';
      expect((await lookUp(part, written('another'))).kind).toBe(other);
      expect((await lookUp(part, written('unnamed'))).kind).toBe('unsupported');
      expect((await lookUp(part)).kind).toBe('alike');
    });

    test('on a post that was deleted meanwhile is NOT_FOUND_ON_PLATFORM', async () => {
      const gone = { ...makeComment(), replyTo: key === 'videohub' ? 'no-such-video' : '17000000000000001' };
      expect((await drive(makePublisher, gone, account)).step).toMatchObject({
        kind: 'failed',
        failure: { code: 'NOT_FOUND_ON_PLATFORM', outcome: 'rejected' },
      });
    });
  }
});

/** A list of comments of the account, as somebody else's. */
function authoredBy(author: 'another' | 'unnamed', list: string, accountId: string): string {
  const named = /,?"(?:from|user|authorChannelId)":\{[^}]*\}/g;
  return author === 'unnamed' || list.includes('"user"')
    ? list.replace(named, '')
    : list.replaceAll(`"id":"${accountId}"`, '"id":"1"').replaceAll(`"value":"${accountId}"`, '"value":"UC1"');
}

const rethrow = (error: unknown) => {
  throw error;
};
