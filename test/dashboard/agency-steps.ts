/** What the people of an agency do in the dashboard; each function is given the window of a person. */
import type { Page } from 'playwright-core';
import type { SandboxAccount } from '../../sandbox/sandbox.js';

export interface Person {
  name: string;
  email: string;
}

/** Waits until the window acts for this account or client. */
export async function actsFor(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `You act for ${name}` }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
}

export async function switchesTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^You act for/ }).click();
  await page.getByRole('option', { name }).click();
  await actsFor(page, name);
}

export async function opens(page: Page, view: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view, exact: true }).click();
}

export async function addsClient(page: Page, name: string): Promise<void> {
  await opens(page, 'Clients');
  await page.getByRole('button', { name: 'Add a client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a client' });
  await dialog.getByLabel('E-mail address').fill(`${name.replace(' ', '-')}@example.com`);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

export async function connects(page: Page, account: SandboxAccount): Promise<void> {
  await opens(page, 'Accounts');
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await page.getByRole('button', { name: 'Skyfeed', exact: true }).click();
  await logsIn(page, 'Connect an account on Skyfeed', account);
  await page.getByRole('list', { name: 'Accounts' }).getByText(`@${account.username}`).first().waitFor();
}

/** Publishes what failed meanwhile, one post. */
export async function reconnects(page: Page, account: SandboxAccount): Promise<void> {
  await page.getByRole('button', { name: `Reconnect @${account.username}` }).click();
  await logsIn(page, `Reconnect @${account.username}`, account);
  await page.getByText('1 post can go out now').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('1 post on the way').waitFor();
}

async function logsIn(page: Page, title: string, { credentials }: SandboxAccount): Promise<void> {
  const { identifier = '', appPassword = '' } = credentials;
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox', { name: 'Handle' }).fill(identifier);
  await dialog.getByRole('textbox', { name: 'App password' }).fill(appPassword);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function invites(page: Page, { email }: Person, role: 'Editor' | 'Contributor'): Promise<void> {
  await opens(page, 'Members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('list', { name: 'Open invitations' }).getByText(email).waitFor();
}

export async function removes(page: Page, { name }: Person): Promise<void> {
  await opens(page, 'Members');
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${name}` });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`${name} removed`).waitFor();
}

/** In a window without a login, by the link of the mail. */
export async function joins(page: Page, { name }: Person, account: string): Promise<void> {
  await page.getByRole('heading', { name: `Join ${account}` }).waitFor();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a lamp under nine umbrellas');
  await page.getByRole('button', { name: `Join ${account}` }).click();
  await actsFor(page, account);
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

/** Returns the path of the page of the post. */
export async function writes(page: Page, content: string, action: 'Ask for approval' | 'Publish now') {
  await opens(page, 'New post');
  await text(page).fill(content);
  await page.getByRole('button', { name: action }).click();
  await page.waitForURL(/\/posts\/[0-9a-f]{24}$/);
  return new URL(page.url()).pathname;
}

export async function edits(page: Page, content: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await text(page).fill(content);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Saved as draft').waitFor();
  await page.goBack();
}

/** Of the page of a post. */
export const approval = (page: Page) => page.getByRole('region', { name: 'Approval' });
export const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ });
export const history = (page: Page) => page.getByRole('region', { name: 'History' });
export const isPublished = (page: Page) => page.getByRole('article').getByText('Published', { exact: true }).waitFor();

export async function asksAgain(page: Page): Promise<void> {
  await approval(page).getByRole('button', { name: 'Ask again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for approval' });
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await approval(page).getByText('Waiting for approval').waitFor();
}

/** Returns the path of a link for a client. */
export async function shares(page: Page, client: string): Promise<string> {
  await approval(page).getByRole('button', { name: 'Share for approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share for approval' });
  await dialog.getByLabel('For whom').fill(client);
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  const link = await dialog.getByRole('textbox', { name: `Link for ${client}` }).inputValue();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return new URL(link).pathname;
}

/** Writes a comment, as a person types it: a mention is chosen from the list. */
export async function comment(page: Page, body: string, { mentioned }: { mentioned?: Person } = {}): Promise<void> {
  const field = comments(page).getByRole('textbox', { name: 'New comment' });
  if (mentioned) {
    await field.pressSequentially(`@${mentioned.name.slice(0, 3)}`);
    await page.getByRole('option', { name: mentioned.name }).click();
  }
  await field.pressSequentially(body);
  await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await comments(page).getByRole('listitem').getByText(body).waitFor();
}

export async function replies(page: Page, body: string): Promise<void> {
  await comments(page)
    .getByRole('button', { name: /^Reply to/ })
    .click();
  await comments(page)
    .getByRole('textbox', { name: /^Reply to/ })
    .fill(body);
  await comments(page).getByRole('button', { name: 'Reply', exact: true }).click();
  await comments(page).getByText(body, { exact: true }).waitFor();
}

/** Waits until the bell has counted so many, and opens the newest one with this title. */
export async function opensFromBell(page: Page, unread: number, title: string): Promise<void> {
  await page.getByRole('button', { name: `Notifications, ${unread} unread` }).click();
  const newest = page.getByRole('list', { name: 'Newest notifications' });
  await newest.getByRole('link', { name: title }).first().click();
  await newest.waitFor({ state: 'detached' });
}

export async function wantsCommentsOnceADay(page: Page): Promise<void> {
  await opens(page, 'Settings');
  await page.getByRole('link', { name: 'Choose your notifications' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Somebody commented on a post' });
  await row.getByRole('combobox', { name: /^By e-mail/ }).click();
  await page.getByRole('option', { name: /^Daily/ }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
}
