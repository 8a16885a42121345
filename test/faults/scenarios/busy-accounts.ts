import type { SandboxAccount, SandboxPlatform } from '../../../sandbox/sandbox.js';
import { count, untilEnded } from '../counting.js';
import { makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

/** Platforms whose lists have pages of 25. */
const PLATFORMS: SandboxPlatform[] = ['socialpage', 'threadtalk'];
/** Posts that others make before the lookup. */
const ELSEWHERE = 40;

/** A request to a Graph API of the sandbox, past the proxy. */
async function graph(url: string, token: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(`POST ${url} was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** The account's owner posts with another client. */
async function postElsewhere({ platform, accountId, baseUrl, credentials }: SandboxAccount, text: string) {
  const token = credentials.accessToken ?? '';
  if (platform === 'socialpage') return graph(`${baseUrl}/v25.0/${accountId}/feed`, token, { message: text });
  const threads = `${baseUrl}/v1.0/${accountId}`;
  const creation_id = await graph(`${threads}/threads`, token, { media_type: 'TEXT', text });
  return graph(`${threads}/threads_publish`, token, { creation_id });
}

/** A response is lost, and many other posts are newer than the one that it was about. */
export const busyAccounts: Scenario = {
  name: 'busy-accounts',
  title: 'A response is lost, before or after the store, and 40 other posts are made on the account meanwhile',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      await world.startWorker('worker 1');
      const sets = sized(stage, { full: 4, quick: 2, small: 1 });
      const created = new Map<string, SandboxAccount>();
      const { create } = world.accounts;
      world.accounts.create = (platform) => {
        const account = create(platform);
        created.set(account.accountId, account);
        return account;
      };
      const met = new Set<string>();
      world.traffic.handle = async ({ purpose, accountId }, forward) => {
        const account = accountId === null ? undefined : created.get(accountId);
        if (purpose !== 'publish' || !account || met.has(account.accountId)) return forward();
        // Every second one is lost before it is stored.
        if (met.size % 2 === 0) await forward();
        met.add(account.accountId);
        for (let index = 0; index < ELSEWHERE; index++) await postElsewhere(account, `Elsewhere ${index}`);
        return null;
      };
      const author = await makeAuthor(world, { isAlone: true });
      const posts: Post[] = [];
      for (let set = 0; set < sets; set++) posts.push(...(await author.post('simple', new Date(), PLATFORMS)));
      await untilEnded(world, posts, 90_000);
      return rowOf('busy accounts', await count(world, posts, { canBeUnknown: false }));
    }),
};
