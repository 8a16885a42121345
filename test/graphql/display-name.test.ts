import { createAccount } from '../support/account.js';
import { useService } from '../support/service.js';
import { codeOf, newMember, viewer, visit } from './browser.js';

const { db, service } = await useService();

const CHANGE = `mutation ($input: ChangeDisplayNameInput!) {
  changeDisplayName(input: $input) { viewer { id displayName email } }
}`;

test('the name is changed, and a blank one is the e-mail address', async () => {
  const { browser, email, userId } = await newMember(service);
  const changed = await visit(service, browser, CHANGE, { displayName: ' Ann Lee ' });
  expect(changed.body.data.changeDisplayName.viewer).toEqual({ id: userId, displayName: 'Ann Lee', email });
  expect((await viewer(service, browser)).body.data.viewer.displayName).toBe('Ann Lee');
  await visit(service, browser, CHANGE, { displayName: ' ' });
  expect((await viewer(service, browser)).body.data.viewer.displayName).toBe(email);
});

test('a workspace owner changes the name of a managed user, and no other', async () => {
  const owner = await createAccount(db, { workspaceAccess: true });
  const managed = await owner.manage();
  const session = await owner.session();
  const headers = { ...session, 'x-service-user-id': managed };
  const { body } = await visit(service, headers, CHANGE, { displayName: 'Ann' });
  expect(body.data.changeDisplayName.viewer).toMatchObject({ id: managed, displayName: 'Ann' });
  expect((await viewer(service, session)).body.data.viewer.displayName).toBe('Test');
  const stranger = await createAccount(db, { workspaceAccess: true });
  const foreign = { ...(await stranger.session()), 'x-service-user-id': managed };
  expect(codeOf(await visit(service, foreign, CHANGE, { displayName: 'Bob' }))).toBe('USER_NOT_MANAGED');
});

test.each(['x'.repeat(201), 'two\nlines', 'turned \u202e around'])('%j is refused', async (displayName) => {
  const { browser } = await newMember(service);
  expect(codeOf(await visit(service, browser, CHANGE, { displayName }))).toBe('DISPLAY_NAME_INVALID');
});

test('an API key cannot change it', async () => {
  const { apiKey } = await createAccount(db);
  expect(codeOf(await visit(service, { 'x-api-key': apiKey }, CHANGE, { displayName: 'Ann' }))).toBe(
    'SESSION_REQUIRED',
  );
});
