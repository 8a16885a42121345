/** The numbers of statuses at a real server of the fediverse, which counts what its accounts do. */
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { fediverse } from '../../src/platforms/fediverse/fediverse.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import { clock, makePart, publish } from '../platforms/support.js';
import { eventually } from '../support/eventually.js';
import { bringSnac, type Snac, type SnacAccount, startSnac } from './snac.js';

const brought = await bringSnac();

if ('reason' in brought) {
  test.skip(`fediverse is skipped: Debian's package snac2 cannot be had here (${brought.reason.split('\n')[0]})`, () =>
    undefined);
} else {
  describe('a fediverse server', () => againstServer(brought.program));
}

function againstServer(program: string): void {
  const { http, close } = makeHttp({ timeoutMs: 10_000 });
  let snac: Snac;
  let ann: Account;
  let bob: Account;

  beforeAll(async () => {
    snac = await startSnac(program, 2);
    [ann, bob] = (await Promise.all(snac.accounts.map(signIn))) as [Account, Account];
  }, 300_000);
  afterAll(async () => {
    await close();
    await snac?.close();
  });

  /** An account with a token that its owner has made at the server's own page. */
  async function signIn({ login, password }: SnacAccount): Promise<Account> {
    const body = new URLSearchParams({ login, passwd: password });
    const page = await fetch(`${snac.url}/oauth/x-snac-get-token`, { method: 'POST', body });
    const accessToken = (await page.text()).trim();
    expect(accessToken).toMatch(/^[0-9a-f]+$/);
    return { accountId: login, baseUrl: snac.url, credentials: { accessToken } };
  }

  const metrics = () => fediverse.metrics.open(http);

  async function write(text: string) {
    const step = await publish(fediverse.publisher(http, NO_SETUP, clock), makePart(text), ann);
    if (step.kind !== 'published') throw new Error(JSON.stringify(step));
    return { postedId: step.postedId, furtherIds: [] };
  }

  /** Waits for the status to arrive at the account: it is mentioned there. */
  const act = (account: Account, postedId: string, action: 'favourite' | 'unfavourite' | 'reblog') =>
    eventually(async () => {
      const headers = { authorization: `Bearer ${account.credentials.accessToken}` };
      const address = `${snac.url}/api/v1/statuses/${postedId}/${action}`;
      return (await fetch(address, { method: 'POST', headers })).ok || undefined;
    });

  test('likes, shares and replies are counted, and a status that is missing is gone', async () => {
    const [liked, plain] = [await write(`Liked by @${bob.accountId}`), await write('Not liked')];
    await act(bob, liked.postedId, 'favourite');
    await act(bob, liked.postedId, 'reblog');
    const reply = makePart('A reply', { replyTo: liked.postedId });
    expect(await publish(fediverse.publisher(http, NO_SETUP, clock), reply, bob)).toMatchObject({ kind: 'published' });
    const missing = { postedId: `${plain.postedId.slice(0, -6)}000000`, furtherIds: [] };
    const read = async () => {
      const result = await metrics().ofPosts(ann, [liked, missing, plain]);
      if (result.kind === 'failed') throw new Error(result.failure.message);
      return result.value;
    };
    await eventually(async () => {
      const [first] = await read();
      return (first?.kind === 'measured' && Object.values(first.values).every((count) => count === 1)) || undefined;
    });
    const counted = (count: number) => ({
      kind: 'measured',
      values: { reactions: count, comments: count, shares: count },
      own: { favourites_count: count, replies_count: count, reblogs_count: count },
    });
    expect(await read()).toEqual([
      { postedId: liked.postedId, ...counted(1) },
      { postedId: missing.postedId, kind: 'gone' },
      { postedId: plain.postedId, ...counted(0) },
    ]);
  });

  test('a like that is taken back is not counted any more', async () => {
    const post = await write(`Liked for a while by @${bob.accountId}`);
    const likes = async () => {
      const result = await metrics().ofPosts(ann, [post]);
      const [first] = result.kind === 'ok' ? result.value : [];
      return first?.kind === 'measured' ? first.values.reactions : undefined;
    };
    await act(bob, post.postedId, 'favourite');
    await eventually(async () => (await likes()) === 1 || undefined);
    await act(bob, post.postedId, 'unfavourite');
    await eventually(async () => (await likes()) === 0 || undefined);
  });

  test('the account is measured', async () => {
    const { followers_count: followers, statuses_count: posts } = await (
      await fetch(`${snac.url}/api/v1/accounts/verify_credentials`, {
        headers: { authorization: `Bearer ${ann.credentials.accessToken}` },
      })
    ).json();
    expect(await metrics().ofAccount(ann)).toMatchObject({ kind: 'ok', value: { values: { followers, posts } } });
  });
}
