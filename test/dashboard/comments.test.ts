/** Comments on a post: two people in two browsers. */
import type { Page } from 'playwright-core';
import type { Role } from '../../src/domain/identity/people/role.js';
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { addMember, type TestMember } from '../support/member.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);

let team: TestAccount;
let ann: TestMember;
let eve: TestMember;
let id: string;
beforeEach(async () => {
  team = await createAccount(db, { connected: ['fediverse-1'] });
  ann = await member('CONTRIBUTOR', 'Ann Lee');
  eve = await member('EDITOR', 'Eve Moon');
  id = await createGroup(
    service,
    { 'x-api-key': team.apiKey },
    { content: 'Open at nine', platformIds: ['fediverse-1'] },
  );
});

async function member(role: Role, name: string): Promise<TestMember> {
  const added = await addMember(db, team.userId, role);
  await db.query('UPDATE people SET name = $2 WHERE id = $1', [added.personId, name]);
  return added;
}

/** The page of the post in a window of somebody. */
async function openAs({ browser: { cookie } }: TestMember, screen = {}): Promise<Page> {
  const visitor = await browser.open(screen);
  const [name = '', value = ''] = cookie.split('=');
  await visitor.context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await visitor.page.goto(`/posts/${id}`);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return visitor.page;
}
const panelOf = (page: Page) => page.getByRole('region', { name: /^Comments/ });
const heading = (page: Page, name: string) => panelOf(page).getByRole('heading', { name, exact: true });
async function write(page: Page, text: string) {
  await panelOf(page).getByRole('textbox', { name: 'New comment' }).fill(text);
  await panelOf(page).getByRole('button', { name: 'Comment', exact: true }).click();
}

test('two people talk about a post, each sees what the other writes; the thread is resolved', async () => {
  const [ours, theirs] = [await openAs(ann), await openAs(eve, { width: 390 })];
  await heading(theirs, 'Comments').waitFor();

  // With the keyboard alone. Nobody mentions themselves.
  const field = panelOf(ours).getByRole('textbox', { name: 'New comment' });
  await field.focus();
  await ours.keyboard.type('Is it nine, @');
  await ours.getByRole('option', { name: 'Eve Moon' }).waitFor();
  expect(await ours.getByRole('option', { name: 'Ann Lee' }).count()).toBe(0);
  await ours.keyboard.type('ev');
  await ours.getByRole('option', { name: 'Eve Moon' }).waitFor();
  expect(await ours.getByRole('option').allInnerTexts()).toEqual(['Eve Moon']);
  await ours.locator('[role=option][data-combobox-selected]').waitFor();
  await expectAccessible(ours);
  await ours.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('Is it nine, @Eve Moon ');
  await ours.keyboard.type('or ten?');
  await ours.keyboard.press('Control+Enter');

  const comment = panelOf(theirs).getByText('Is it nine, @Eve Moon or ten?');
  await comment.waitFor();
  await heading(theirs, 'Comments · 1 open').waitFor();
  await expectAccessible(theirs);
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const [stored] = await db.query('SELECT mentions FROM comments WHERE group_id = $1', [id]);
  expect(stored).toEqual({ mentions: [{ memberId: eve.personId, name: 'Eve Moon' }] });
  expect(
    await panelOf(theirs)
      .getByRole('button', { name: /^(Edit|Delete) / })
      .count(),
  ).toBe(0);

  // The button that a field took the place of has the focus after it.
  const reply = panelOf(theirs).getByRole('button', { name: /^Reply to/ });
  await reply.click();
  await panelOf(theirs).getByRole('button', { name: 'Cancel' }).press('Enter');
  await reply.and(theirs.locator(':focus')).press('Enter');
  await theirs.keyboard.type('Nine');
  await panelOf(theirs).getByRole('button', { name: 'Reply', exact: true }).click();
  await panelOf(ours).getByText('Nine', { exact: true }).waitFor();

  await panelOf(theirs)
    .getByRole('button', { name: /^Resolve/ })
    .click();
  await heading(ours, 'Comments').waitFor();
  await comment.waitFor({ state: 'detached' });
  await panelOf(ours).getByRole('button', { name: 'Show 1 resolved thread' }).click();
  await panelOf(ours)
    .getByText(/^Eve Moon resolved it/)
    .waitFor();
  await panelOf(ours)
    .getByRole('button', { name: /^Reopen/ })
    .click();
  await heading(theirs, 'Comments · 1 open').waitFor();
});

test('a comment is edited and deleted by its author', async () => {
  const [ours, theirs] = [await openAs(ann), await openAs(eve)];
  await write(ours, 'Helo');
  await panelOf(theirs).getByText('Helo').waitFor();
  await panelOf(ours).getByRole('button', { name: 'Edit “Helo”' }).click();
  await panelOf(ours).getByRole('textbox', { name: 'Edit “Helo”' }).fill('Hello');
  await panelOf(ours).getByRole('button', { name: 'Save' }).click();
  await panelOf(theirs).getByText('Hello', { exact: true }).waitFor();
  await panelOf(theirs).getByText('edited').waitFor();
  await panelOf(ours).getByRole('button', { name: 'Delete “Hello”' }).click();
  await ours.getByRole('button', { name: 'Delete the comment' }).click();
  await panelOf(theirs).getByText('Hello', { exact: true }).waitFor({ state: 'detached' });
});

test('who only reads writes nothing, and who works alone has no panel', async () => {
  const vic = await member('VIEWER', 'Vic Poe');
  await write(await openAs(ann), 'For all');
  const page = await openAs(vic);
  await panelOf(page).getByText('For all').waitFor();
  expect(await panelOf(page).getByRole('textbox').count()).toBe(0);
  expect(await panelOf(page).getByRole('button').count()).toBe(0);

  await db.query('DELETE FROM comments');
  await db.query('DELETE FROM memberships WHERE person_id = ANY($1)', [[vic.personId, eve.personId]]);
  await db.query(`DELETE FROM memberships WHERE user_id = $1 AND role = 'OWNER'`, [team.userId]);
  const alone = await openAs(ann);
  await alone.getByRole('heading', { name: 'On the platforms' }).waitFor();
  expect(await panelOf(alone).count()).toBe(0);
});

test('comments are before the platforms of a draft, and after those of a scheduled post', async () => {
  const titlesOf = async (page: Page) => {
    await heading(page, 'Comments').waitFor();
    return page.getByRole('heading', { level: 2, name: /^(Comments|On the platforms)$/ }).allTextContents();
  };
  expect(await titlesOf(await openAs(eve))).toEqual(['Comments', 'On the platforms']);
  const scheduledTime = new Date(Date.now() + 72 * 3_600_000).toISOString();
  id = await createGroup(
    service,
    { 'x-api-key': team.apiKey },
    { content: 'Open at nine', platformIds: ['fediverse-1'], scheduledTime },
  );
  expect(await titlesOf(await openAs(eve))).toEqual(['On the platforms', 'Comments']);
});
