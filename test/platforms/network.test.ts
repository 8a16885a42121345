import type { HttpResult } from '../../src/foundation/http-client/http.js';
import { network } from '../../src/platforms/network/network.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { PlatformSetup } from '../../src/platforms/port/platform.js';
import { organizationOf, requestsTo, unknownAccount } from './network-support.js';
import { answering, clock, makeAnswer, makePart, openAccount, openWorld, postsOf, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.box.clearFaults());
afterAll(() => world.close());

const publisher = (http = world.http, setup = NO_SETUP) => network.publisher(http, setup, clock);

describe('a post', () => {
  /** What the platform is sent for a text. */
  const commentaryOf = async (text: string): Promise<string> => {
    let sent = '';
    const http = async ({ json }: { json?: unknown }): Promise<HttpResult> => {
      sent = (json as { commentary: string }).commentary;
      return makeAnswer(201, '', { 'x-restli-id': 'urn:li:share:1' });
    };
    await publisher(http).start(makePart(text), unknownAccount);
    return sent;
  };

  test('is public, of the member, and found by its id in the neutral namespace', async () => {
    const account = await openAccount(world, network);
    const step = await publisher().start(makePart('Hello'), account);
    expect(requestsTo(world, '/rest/posts').at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' },
      body: {
        author: `urn:li:person:${account.accountId}`,
        commentary: 'Hello',
        visibility: 'PUBLIC',
        distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
        lifecycleState: 'PUBLISHED',
        isReshareDisabledByAuthor: false,
      },
    });
    const [post] = postsOf(world, account);
    const id = post?.postedId.replace('urn:li:share:', '');
    expect(id).toMatch(/^\d{19}$/);
    expect(step).toEqual({ kind: 'published', postedId: `urn:network:share:${id}`, url: post?.url });
  });

  test('goes to the version of the API that the operator names', async () => {
    const account = await openAccount(world, network);
    const setup: PlatformSetup = { ...NO_SETUP, apiVersion: '202601' };
    await publisher(world.http, setup).start(makePart('Hello'), account);
    expect(requestsTo(world, '/rest/posts').at(-1)?.headers['linkedin-version']).toBe('202601');
  });

  test('of an organization has it as its author', async () => {
    const account = await openAccount(world, network);
    const organization = await organizationOf(world, account);
    const step = await publisher().start(makePart('From us'), organization);
    expect(step).toMatchObject({ kind: 'published' });
    expect(requestsTo(world, '/rest/posts').at(-1)?.body).toMatchObject({
      author: `urn:li:organization:${organization.accountId}`,
    });
  });

  test.each([
    ['plain text, 世界 👋\nand a line', 'plain text, 世界 👋\nand a line'],
    [
      '(a) [b] {c} <d> *e* _f_ ~g~ h|i j@k \\l',
      '\\(a\\) \\[b\\] \\{c\\} \\<d\\> \\*e\\* \\_f\\_ \\~g\\~ h\\|i j\\@k \\\\l',
    ],
    ['see https://example.org/a_b?c=(d)#e', 'see https://example.org/a\\_b?c=\\(d\\)\\#e'],
    ['#one and (#two_words), C# # #!', '{hashtag|\\#|one} and \\({hashtag|\\#|two\\_words}\\), C\\# \\# \\#!'],
    ['Hi @{urn:network:person:aB_1-c|Zoë Łukasiewicz}!', 'Hi @[Zoë Łukasiewicz](urn:li:person:aB_1-c)!'],
    [
      '@{urn:network:organization:12|Acme Inc.} and @{urn:network:organization:13|Other (UK)}',
      '@[Acme Inc.](urn:li:organization:12) and @[Other \\(UK\\)](urn:li:organization:13)',
    ],
    ['By @{urn:network:person:1|Zoë | Coach (UK)}', 'By @[Zoë \\| Coach \\(UK\\)](urn:li:person:1)'],
    [
      '@{urn:network:group:1|No} @{urn:network:person:1}',
      '\\@\\{urn:network:group:1\\|No\\} \\@\\{urn:network:person:1\\}',
    ],
  ])('with the text %j is sent as %j', async (text, commentary) => {
    expect(await commentaryOf(text)).toBe(commentary);
  });

  test.each([
    'All of \\ | { } @ [ ] ( ) < > # * _ ~ stays',
    'A #tag, a mid#word, a https://example.org/#fragment and a trailing \\',
  ])('shows the text %j as it was written', async (text) => {
    const account = await openAccount(world, network);
    expect(await publisher().start(makePart(text), account)).toMatchObject({ kind: 'published' });
    expect(postsOf(world, account)[0]?.text).toBe(text);
  });

  test('shows a mention as the name that it has', async () => {
    const account = await openAccount(world, network);
    await publisher().start(makePart('Thanks, @{urn:network:person:abc|Zoë (Z.) Łukasiewicz}.'), account);
    expect(postsOf(world, account)[0]?.text).toBe('Thanks, Zoë (Z.) Łukasiewicz.');
  });
});

describe('a repeat', () => {
  test('is refused as a duplicate of the post that the platform names', async () => {
    const account = await openAccount(world, network);
    const part = makePart('Only once');
    const first = await publisher().start(part, account);
    if (first.kind !== 'published') throw new Error(first.kind);
    const { postedId, url } = first;
    expect(await publisher().start(part, account)).toMatchObject({
      kind: 'failed',
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected' },
      duplicateOf: { postedId, url },
    });
    expect(postsOf(world, account)).toHaveLength(1);
  });

  test('is recognized by its message, independent of the other fields', async () => {
    const message =
      'com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of urn:li:ugcPost:7141138937766391808';
    const errorDetails = { inputErrors: [{ description: 'Duplicate post is detected', code: 'DUPLICATE_POST' }] };
    const http = answering(() => makeAnswer(422, { message, errorDetails, status: 422 }));
    expect(await publisher(http).start(makePart('Twice'), unknownAccount)).toMatchObject({
      kind: 'failed',
      duplicateOf: { postedId: 'urn:network:ugcPost:7141138937766391808' },
    });
  });

  test('of something that is no post is a refusal', async () => {
    const http = answering(() =>
      makeAnswer(422, { status: 422, message: 'Content is a duplicate of urn:li:person:782bbtaQ' }),
    );
    const refused = await publisher(http).start(makePart('No'), unknownAccount);
    expect(refused).toMatchObject({ kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } });
    expect(refused).not.toHaveProperty('duplicateOf');
  });

  test.each(['timeout_after_store', 'reset_after_store', 'error_after_store'] as const)(
    'after %s, a poll posts nothing again',
    async (kind) => {
      const account = await openAccount(world, network);
      const part = makePart('Lost');
      world.box.setFault({ platform: 'network', kind });
      const lost = await publisher(kind.startsWith('timeout') ? world.impatient : world.http).start(part, account);
      expect(lost).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
      expect(await publisher().lookUp(part, account, null)).toEqual({ kind: 'unsupported' });
      const [post] = postsOf(world, account);
      const postedId = post?.postedId.replace('urn:li:', 'urn:network:');
      expect(await publisher().start(part, account)).toMatchObject({ kind: 'failed', duplicateOf: { postedId } });
      expect(postsOf(world, account)).toHaveLength(1);
    },
  );
});
