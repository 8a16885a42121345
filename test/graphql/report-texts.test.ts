/** What outsiders read of posts on the page of a shared report: published through the sandbox, opened without a login. */
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { overHttp } from '../mcp/support.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let box: Sandbox;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  box = await startSandbox({ port: 0 });
  service = await startService({ db });
});
afterAll(async () => {
  await service?.stop();
  await box?.close();
  await db?.drop();
});

const run = async (headers: Headers, query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await graphql(service, headers, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};
const day = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const UNPUBLISH = 'mutation ($input: UnpublishPostInput!) { unpublishPost(input: $input) { platformPost { status } } }';

test('the page, the export and assistants have the texts that were published; a withdrawn post counts, and is not listed', async () => {
  const account = await createAccount(db, { plan: 'premium', mcpAccess: true });
  const target = box.createAccount('microblog');
  const platformId = await account.connect(target);
  const key = { 'x-api-key': account.apiKey };

  /** Publishes a post, and stores that it has so many reactions. */
  async function publish(content: string, override: string | null, reactions: number) {
    const overrides = override === null ? [] : [{ platformId, content: override }];
    const post = { content, platformIds: [platformId], overrides };
    const { createPost } = await run(key, CREATE, { input: { post, scheduledTime: new Date().toISOString() } });
    const id = createPost.postGroupId;
    const posts = await eventually(async () => {
      const query = 'query ($id: ID!) { postGroup(id: $id) { status posts { id url } } }';
      const { postGroup } = await run(key, query, { id });
      return postGroup.status === 'PUBLISHED' ? (postGroup.posts as { id: string; url: string }[]) : undefined;
    });
    await db.query(
      `UPDATE post_metrics SET state = 'MEASURED', measured_at = now(), next_at = NULL, reactions = $2
        WHERE group_id = $1 AND part_index = 0`,
      [id, reactions],
    );
    return posts;
  }
  const unsplit = 'Part '.repeat(120).trim();
  await publish('INTERNAL draft', 'Public text', 50);
  const thread = await publish('INTERNAL notes', unsplit, 40);
  await publish('Shared text', null, 30);
  const [withdrawn] = await publish('MISTAKE', null, 90);
  const [gone] = await publish('DELETED there', null, 80);
  expect(thread.length).toBeGreaterThan(1);
  await run(key, UNPUBLISH, { input: { platformPostId: withdrawn?.id } });
  await db.query(`UPDATE post_metrics SET state = 'GONE' WHERE post_id = $1`, [gone?.id]);
  const first = box
    .posts({ platform: 'microblog', accountId: target.accountId })
    .find(({ text }) => text.startsWith('Part'));

  const filter = { from: day(-1), to: day(2) };
  const link = 'mutation ($input: CreateReportLinkInput!) { createReportLink(input: $input) { url } }';
  const { createReportLink } = await run(await account.session(), link, { input: { filter, name: 'Now', days: 1 } });
  const page = await (await fetch(service.url + new URL(createReportLink.url).pathname)).text();
  const shown = [...page.matchAll(/<p>(.*?)<\/p>\n<p class="hint">.*?: (\d+) engagements(.*?)<\/p>/g)];
  const begin = (first?.text ?? '').slice(0, 200);
  expect(shown.map(([, text = '', value]) => [text.slice(0, 200), value])).toEqual([
    ['Public text', '50'],
    [begin, '40'],
    ['Shared text', '30'],
  ]);
  expect(shown.every(([, , , more]) => more?.includes('href='))).toBe(true);
  expect(page).not.toMatch(/INTERNAL|MISTAKE|DELETED there/);
  for (const post of [withdrawn, gone]) expect(page).not.toContain(post?.url);
  expect(page).toMatch(/<th scope="row">Posts<\/th><td>5<\/td>/);
  expect(page).toMatch(/<th scope="row">Reactions<\/th><td>290<\/td>/);

  const results = 'query ($filter: MetricsFilter!) { postResults(filter: $filter) { csv edges { node { excerpt } } } }';
  const { postResults } = await run(key, results, { filter });
  expect(JSON.stringify(postResults)).toContain('Public text');
  expect(JSON.stringify(postResults)).not.toContain('INTERNAL');
  const assistant = await overHttp(service, { 'x-api-key': await account.newKey({ scopes: ['READ', 'MCP'] }) });
  const { topPosts } = await assistant.call('get_results', filter);
  await assistant.close();
  expect(topPosts.map(({ excerpt }: { excerpt: string }) => excerpt.slice(0, 11))).toEqual([
    ...['MISTAKE', 'DELETED the', 'Public text', 'Part Part P', 'Shared text'],
  ]);
});
