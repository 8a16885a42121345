/**
 * The story of an agency: two clients, an editor, a contributor for one of the clients, and a client who approves on a
 * phone. Four windows with their own cookies, a worker, a mail server, and the sandbox in place of a platform.
 */
import type { Page } from 'playwright-core';
import { type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { startMailServer } from '../mail/support.js';
import { createAccount } from '../support/account.js';
import { useBrowser } from '../support/chromium.js';
import { linkIn, mailAbout, mailEnv, mailsTo } from '../support/mailbox.js';
import { useService } from '../support/service.js';
import * as steps from './agency-steps.js';

const mails = await startMailServer();
const sandbox = await startSandbox({ port: 0 });
const env = { ...mailEnv(mails), SKYFEED_BASE_URL: sandbox.baseUrls.skyfeed };
const { db, service } = await useService({ roles: 'api,worker', env });
afterAll(async () => {
  await sandbox.close();
  await mails.close();
});
const browser = useBrowser(service);

const OLGA = { name: 'Olga Fern', email: 'olga@example.com' };
const EVE = { name: 'Eve Moon', email: 'eve@example.com' };
const ANN = { name: 'Ann Lee', email: 'ann@example.com' };

/** The window of the owner of a new agency. */
async function ownsAgency({ name, email }: steps.Person, agency: string): Promise<Page> {
  const account = await createAccount(db, { workspaceAccess: true });
  await db.query('UPDATE users SET display_name = $2, email = $3 WHERE id = $1', [account.userId, agency, email]);
  await db.query('UPDATE people SET name = $2, email = $3 WHERE id = $1', [account.personId, name, email]);
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto('/home');
  await steps.actsFor(page, agency);
  return page;
}

/** The window of a person who was invited. */
async function acceptsInvitation(person: steps.Person, account: string): Promise<Page> {
  const mail = await mailAbout(mails, person.email, `You are invited to ${account}`);
  const { page } = await browser.open();
  await page.goto(linkIn(mail).pathname);
  await steps.joins(page, person, account);
  return page;
}

async function approvesOnPhone(link: string, content: string) {
  const { page } = await browser.open({ width: 390 });
  await page.goto(link);
  await page.getByRole('heading', { name: 'Posts of Bakery Moon' }).waitFor();
  await page.getByText(content).waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('You approved this post').waitFor();
}

/** Texts that the platform has received. */
const received = ({ accountId }: SandboxAccount) => sandbox.posts({ accountId }).map(({ text }) => text);
const subjectsTo = async ({ email }: steps.Person) => (await mailsTo(mails, email)).map(({ subject }) => subject);
/** E-mails of notifications that wait for their time. */
const waitingFor = ({ email }: steps.Person) =>
  db.query(
    'SELECT kind FROM notifications JOIN people p ON p.id = person_id WHERE mail_at IS NOT NULL AND email = $1',
    [email],
  );

test('an agency with two clients, an editor, a contributor, and a client who approves on a phone', async () => {
  const [bakery, garage] = [sandbox.createAccount('skyfeed'), sandbox.createAccount('skyfeed')];

  // The owner adds two clients, connects an account of each, and invites an editor for both and a contributor for one.
  const olga = await ownsAgency(OLGA, 'Studio North');
  await steps.addsClient(olga, 'Bakery Moon');
  await steps.addsClient(olga, 'Garage Sun');
  await steps.invites(olga, EVE, 'Editor');
  await steps.switchesTo(olga, 'Garage Sun');
  await steps.connects(olga, garage);
  await steps.switchesTo(olga, 'Bakery Moon');
  await steps.connects(olga, bakery);
  await steps.invites(olga, ANN, 'Contributor');
  const eve = await acceptsInvitation(EVE, 'Studio North');
  const ann = await acceptsInvitation(ANN, 'Bakery Moon');

  // The contributor asks for approval. The bell of the editor opens the post, in the client.
  const asked = 'A post of Bakery Moon waits for your approval';
  const post = await steps.writes(ann, 'Croissants from six', 'Ask for approval');
  await mailAbout(mails, EVE.email, asked);
  await steps.opensFromBell(eve, 1, asked);
  await steps.actsFor(eve, 'Bakery Moon');
  expect(new URL(eve.url()).pathname).toBe(post);

  // The editor mentions the contributor, who edits, replies, and asks again.
  const mentioned = 'Eve Moon mentioned you in a comment';
  await steps.comment(eve, 'is it seven?', { mentioned: ANN });
  await mailAbout(mails, ANN.email, mentioned);
  await steps.opensFromBell(ann, 1, mentioned);
  await steps.comments(ann).getByText('is it seven?').waitFor();
  await steps.edits(ann, 'Croissants from seven');
  await steps.approval(eve).getByText('Changed since: ask again').waitFor();
  await steps.replies(ann, 'Seven, thank you');
  await steps.comments(eve).getByText('Seven, thank you').waitFor();
  await steps.asksAgain(ann);
  await mailAbout(mails, EVE.email, asked, 2);
  await steps.opensFromBell(eve, 2, asked);

  // The client approves. The post goes out, and the contributor is notified.
  await approvesOnPhone(await steps.shares(eve, 'Mr Moon'), 'Croissants from seven');
  await steps.approval(eve).getByText('Mr Moon approved it').waitFor();
  await steps.isPublished(eve);
  expect([received(bakery), received(garage)]).toEqual([['Croissants from seven'], []]);
  const approved = 'Your post was approved';
  await mailAbout(mails, ANN.email, approved);
  await steps.opensFromBell(ann, 1, approved);
  await steps.isPublished(ann);
  const history = steps.history(ann);
  await history.getByRole('button', { name: 'Show changes' }).click();
  await history.getByRole('heading', { name: ANN.name }).waitFor();
  expect(await history.getByRole('deletion').allTextContents()).toEqual(['six']);
  expect(await history.getByRole('insertion').allTextContents()).toEqual(['seven']);

  // The platform refuses the access. Editor and owner are notified; the owner connects it again, and the post goes out.
  sandbox.setFault({ platform: 'skyfeed', kind: 'auth_expired', accountId: bakery.accountId, times: 0 });
  await steps.writes(eve, 'Open on Sunday', 'Publish now');
  await steps.opensFromBell(eve, 2, 'A post could not be published');
  // Names in notifications have no dots, which mail programs would take for links.
  const reconnect = `Reconnect ${bakery.username.replaceAll('.', ' ')} on Skyfeed`;
  await mailAbout(mails, OLGA.email, reconnect);
  expect(received(bakery)).toEqual(['Croissants from seven']);
  sandbox.clearFaults();
  await steps.opensFromBell(olga, 2, reconnect);
  await steps.reconnects(olga, bakery);
  await steps.isPublished(eve);

  // The contributor is removed while an e-mail waits for its time: it is not sent, and the window is closed to them.
  await steps.wantsCommentsOnceADay(ann);
  await eve.goto(post);
  await steps.comment(eve, 'Thank you all');
  await ann.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  expect(await waitingFor(ANN)).toEqual([{ kind: 'COMMENT' }]);
  await steps.removes(olga, ANN);
  await ann.getByRole('heading', { name: 'Sign in' }).waitFor();
  await ann.goto(post);
  await ann.getByRole('heading', { name: 'Sign in' }).waitFor();
  await db.query("UPDATE notifications SET mail_at = now() WHERE kind = 'COMMENT'");
  await mailAbout(mails, EVE.email, 'Ann Lee commented on a post');

  // The other client has nothing of it, and nothing was sent twice or to others.
  await steps.switchesTo(eve, 'Garage Sun');
  await steps.opens(eve, 'Posts');
  await eve.getByText('No posts yet').waitFor();
  expect([received(bakery), received(garage)]).toEqual([['Croissants from seven', 'Open on Sunday'], []]);
  expect(await subjectsTo(ANN)).toEqual(['You are invited to Bakery Moon', mentioned, approved]);
  expect((await subjectsTo(EVE)).filter((subject) => subject === asked)).toHaveLength(2);
  expect((await subjectsTo(OLGA)).filter((subject) => subject === reconnect)).toHaveLength(1);
});
