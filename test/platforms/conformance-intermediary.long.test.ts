import type { Http, HttpRequest, HttpResponse, HttpResult } from '../../src/foundation/http-client/http.js';
import { FAILURES } from '../../src/platforms/port/failure.js';
import type { PlatformKey } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { caseOf } from './cases.js';
import { type Content, contentsOf } from './contents.js';
import { publishThrough, type Wait } from './driving.js';
import { setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { answering, letWork, makeAnswer, makeClock, openAccount, openWorld, postsOf, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterAll(async () => {
  await world.close();
  await files.close();
});

/** Files that are on their way arrive, however often a platform is polled meanwhile. */
const LONGEST_SKIP_MS = 2_000;

const PAGE = '<!doctype html><title>Sorry</title>';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** When an intermediary responds: instead of the platform, or after the platform has done its work. */
type Moment = 'instead' | 'after';
type UnexpectedResponse = readonly [name: string, usual: Moment, make: (real: HttpResponse) => HttpResponse];
const UNEXPECTED: readonly UnexpectedResponse[] = [
  ['a page', 'instead', () => makeAnswer(200, PAGE, HTML)],
  ['nothing', 'instead', () => makeAnswer(200, '')],
  ['a redirect', 'instead', () => makeAnswer(302, '', { location: 'http://127.0.0.1:1/login' })],
  ['a page about a bad request', 'instead', () => makeAnswer(400, PAGE, HTML)],
  [
    'half of the response',
    'after',
    ({ text, headers }) => makeAnswer(200, text.slice(0, text.length / 2) || '{', headers),
  ],
  ['a bad gateway', 'after', () => makeAnswer(502, PAGE, HTML)],
];

/** Numbers requests from 1, where a repeated read has the number that it had. */
function numbered(key: PlatformKey, meet: (request: HttpRequest, number: number) => Promise<HttpResult>): Http {
  const { question } = caseOf(key);
  let [number, last] = [0, ''];
  return async (request) => {
    const isRead = request.method === 'GET' || question?.test(request.url) === true;
    const name = `${request.method} ${new URL(request.url).pathname.replaceAll(/\d+/g, '#')}`;
    if (!isRead || name !== last) number += 1;
    last = name;
    return meet(request, number);
  };
}

async function respondUnexpectedly(
  [, , make]: UnexpectedResponse,
  moment: Moment,
  request: HttpRequest,
): Promise<HttpResult> {
  const real = moment === 'after' ? await world.http(request) : makeAnswer(200, '');
  return real.kind === 'lost' ? real : make(real);
}

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  const contents = contentsOf(platform);
  const { publishes = ({ method }) => method !== 'GET', leavesOpen = () => false, neutral = (id) => id } = caseOf(key);

  /** Publishes a new part over a client. Returns how it ended and what is live. */
  const publishOver = async (
    { make }: Content,
    meet: (request: HttpRequest, number: number) => Promise<HttpResult>,
  ) => {
    const [part, account] = [await make(files), await openAccount(world, platform)];
    let sent = 0;
    const http = numbered(key, (request, number) => {
      if (publishes(request)) sent += 1;
      return meet(request, number);
    });
    // Waits also for events that never happen. Each part has a separate clock, because the parts run concurrently.
    const { now, skip } = makeClock();
    const publisher = platform.publisher(http, setupOf(world, platform), now);
    const wait: Wait = async ({ checkAfterMs }) => {
      skip(Math.min(checkAfterMs, LONGEST_SKIP_MS));
      await letWork();
    };
    const end = await publishThrough(() => publisher, part, account, { wait });
    const posts = postsOf(world, account);
    return { end, sent, posts, mayStayOpen: leavesOpen(part, posts.length > 0) };
  };

  /** The number of the request that publishes, the last number of all, and how often each was met. */
  const measure = async (content: Content) => {
    const numbers = { publishing: 0, last: 0 };
    const { end } = await publishOver(content, (request, number) => {
      if (publishes(request)) numbers.publishing = number;
      numbers.last = Math.max(numbers.last, number);
      return world.http(request);
    });
    expect(end.kind).toBe('published');
    return numbers;
  };

  test.concurrent.each(contents)(
    '$name: an intermediary may respond to any one request, and the post is live once',
    async (content) => {
      const { publishing, last } = await measure(content);
      const meet = async (at: number, unexpected: UnexpectedResponse, moment: Moment) => {
        let isMet = false;
        const { end, sent, posts, mayStayOpen } = await publishOver(content, (request, number) => {
          if (number !== at || isMet) return world.http(request);
          isMet = true;
          return respondUnexpectedly(unexpected, moment, request);
        });
        const isSwallowed = at === publishing && moment === 'instead';
        const isOpen = at === publishing && mayStayOpen && end.kind === 'unsupported';
        const about = { at, of: last, unexpected: unexpected[0], moment };
        expect({ ...about, isMet, end, sent, live: posts.length }).toMatchObject({
          ...about,
          isMet: true,
          end: isOpen ? {} : { kind: 'published', postedId: neutral(posts[0]?.postedId ?? '') },
          // A request that never came to the platform is sent again once it is known that it has nothing.
          sent: isSwallowed && !isOpen ? 2 : 1,
          live: isSwallowed && isOpen ? 0 : 1,
        });
      };
      const all = Array.from({ length: last }, (_, index) => index + 1);
      await Promise.all([
        ...all.flatMap((at) => UNEXPECTED.map((unexpected) => meet(at, unexpected, unexpected[1]))),
        ...UNEXPECTED.map((unexpected) =>
          meet(publishing, unexpected, unexpected[1] === 'after' ? 'instead' : 'after'),
        ),
      ]);
    },
  );

  test.concurrent.each(contents)(
    '$name: an intermediary may respond to any request of a lookup, which is repeated',
    async (content) => {
      /** False when a lookup has no such request. */
      const meet = async (question: number, unexpected: UnexpectedResponse): Promise<boolean> => {
        let [lostAt, isMet] = [0, false];
        const { end, sent, posts, mayStayOpen } = await publishOver(content, async (request, number) => {
          if (lostAt === 0 && publishes(request)) {
            lostAt = number;
            await world.http(request);
            return { kind: 'lost', sent: true, cause: 'timeout', message: 'no answer' };
          }
          if (lostAt === 0 || number !== lostAt + question || isMet) return world.http(request);
          isMet = true;
          return respondUnexpectedly(unexpected, 'instead', request);
        });
        const about = { question, unexpected: unexpected[0] };
        const isOpen = mayStayOpen && end.kind === 'unsupported';
        expect({ ...about, end, sent, live: posts.length }).toMatchObject({
          ...about,
          end: isOpen ? {} : { kind: 'published', postedId: neutral(posts[0]?.postedId ?? '') },
          sent: 1,
          live: 1,
        });
        return isMet;
      };
      for (let question = 1, isReached = true; isReached; question += 1) {
        const met = await Promise.all(UNEXPECTED.map((unexpected) => meet(question, unexpected)));
        isReached = met.some(Boolean);
      }
    },
  );

  const { session } = platform;
  if (session) {
    test.each(UNEXPECTED)('a renewal that gets %s is tried again', async (_name, _usual, make) => {
      const http = answering(() => make(makeAnswer(200, '{"access_token":"a"}')));
      const account = await openAccount(world, platform);
      const credentials = { refreshToken: 'refresh', ...account.credentials };
      const refreshed = await session(http, setupOf(world, platform)).refresh({ ...account, credentials });
      if (refreshed.kind !== 'failed') throw new Error(refreshed.kind);
      expect(refreshed.failure).toMatchObject({ code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' });
      expect(FAILURES[refreshed.failure.code].retryable).toBe(true);
    });
  }
});
