/** First comments and signatures where a post is judged: the preview of the composer, approvals, the page of the post. */
import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const browser = useBrowser(service);

let account: TestAccount;
const headers = () => ({ 'x-api-key': account.apiKey });
async function change(name: string, input: object): Promise<void> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`;
  expect((await graphql(service, await account.session(), query, { input })).errors).toBeUndefined();
}
beforeEach(async () => {
  account = await createAccount(db);
});

async function connect() {
  const target = sandbox.createAccount('fediverse');
  const platformId = await account.connect(target);
  const [row] = await db.query<{ id: string }>('SELECT id FROM connections WHERE platform_id = $1', [platformId]);
  return { ...target, platformId, id: row?.id ?? '' };
}

const open = async (path: string) => {
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto(path);
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
};

test('the preview has the first comment with the parameters of its links, and its count', async () => {
  const target = await connect();
  await change('setLinkParameters', { parameters: { source: 'social' } });
  const id = await createGroup(service, headers(), {
    content: 'The post',
    platformIds: [target.platformId],
    platformSettings: { fediverse: { firstComment: 'Read https://acme.com' } },
  });
  const page = await open(`/compose/${id}`);
  const comment = page.getByRole('article', { name: 'Preview on Fediverse' }).getByRole('region', {
    name: 'First comment',
  });
  await comment.getByText('Read https://acme.com?utm_source=social').waitFor();
  await comment.getByText('28 of 500').waitFor();
  await page.getByRole('group', { name: 'Fediverse settings' }).getByLabel('First comment').fill('x'.repeat(501));
  await comment.getByText('501 of 500: 1 too many').waitFor();
});

test('an approval shows the first comments and signatures of its accounts, as the page of the post does', async () => {
  const [one, other] = [await connect(), await connect()];
  await change('setSignature', { accountId: one.id, text: 'The bakers' });
  const id = await createGroup(service, headers(), {
    content: 'Fresh bread',
    platformIds: [one.platformId, other.platformId],
    platformSettings: { fediverse: { firstComment: 'For all' } },
    overrides: [{ platformId: other.platformId, firstComment: 'For the other' }],
  });
  await change('requestApproval', { postGroupId: id });
  const page = await open('/approvals');
  const added = page.getByRole('list', { name: 'Added to the post' });
  await added.getByText(`First comment (@${one.username}): For all`).waitFor();
  await added.getByText(`First comment (@${other.username}): For the other`).waitFor();
  await added.getByText(`Signature (@${one.username}): The bakers`).waitFor();
  expect(await added.getByRole('listitem').count()).toBe(3);
  await expectAccessible(page);

  await page.goto(`/posts/${id}`);
  const on = (username: string) => page.getByRole('article', { name: `Fediverse @${username}` });
  await on(one.username).getByRole('region', { name: 'First comment' }).getByText('For all').waitFor();
  await on(one.username).getByRole('region', { name: 'Signature' }).getByText('The bakers').waitFor();
  await on(other.username).getByRole('region', { name: 'First comment' }).getByText('For the other').waitFor();
  expect(await on(other.username).getByRole('region', { name: 'Signature' }).count()).toBe(0);
});
