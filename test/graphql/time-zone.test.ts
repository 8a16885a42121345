import { createAccount } from '../support/account.js';
import { useService } from '../support/service.js';
import { codeOf, newMember, visit } from './browser.js';

const { db, service } = await useService();

const CHANGE = `mutation ($input: ChangeTimeZoneInput!) {
  changeTimeZone(input: $input) { viewer { id timeZone } }
}`;
const VIEWER = '{ viewer { timeZone auditLog(first: 2) { edges { node { action details } } } } }';

test('a new account has none; one that is chosen is stored in the letter case of the database, and null clears it', async () => {
  const { browser, userId } = await newMember(service);
  expect((await visit(service, browser, VIEWER)).body.data.viewer.timeZone).toBeNull();
  const { body } = await visit(service, browser, CHANGE, { timeZone: 'europe/vienna' });
  expect(body.data.changeTimeZone.viewer).toEqual({ id: userId, timeZone: 'Europe/Vienna' });
  expect((await visit(service, browser, VIEWER)).body.data.viewer.timeZone).toBe('Europe/Vienna');
  await visit(service, browser, CHANGE, { timeZone: null });
  expect((await visit(service, browser, VIEWER)).body.data.viewer.timeZone).toBeNull();
});

test('each change is in the audit log, and choosing the same again is none', async () => {
  const { browser } = await newMember(service);
  await visit(service, browser, CHANGE, { timeZone: 'Asia/Tokyo' });
  for (const _ of [1, 2]) await visit(service, browser, CHANGE, { timeZone: 'Asia/Kathmandu' });
  const { edges } = (await visit(service, browser, VIEWER)).body.data.viewer.auditLog;
  expect(edges.map(({ node }: { node: object }) => node)).toEqual([
    { action: 'TIME_ZONE_CHANGED', details: { from: 'Asia/Tokyo', to: 'Asia/Kathmandu' } },
    { action: 'TIME_ZONE_CHANGED', details: { from: null, to: 'Asia/Tokyo' } },
  ]);
});

test('a workspace owner changes that of a managed user, and keeps the own', async () => {
  const owner = await createAccount(db, { workspaceAccess: true });
  const managed = await owner.manage();
  const session = await owner.session();
  const headers = { ...session, 'x-service-user-id': managed };
  const { body } = await visit(service, headers, CHANGE, { timeZone: 'UTC' });
  expect(body.data.changeTimeZone.viewer).toEqual({ id: managed, timeZone: 'UTC' });
  expect((await visit(service, session, '{ viewer { timeZone } }')).body.data.viewer.timeZone).toBeNull();
});

test.each(['', ' ', 'Europe/Atlantis', '+02:00', 'Europe/Vienna\n', 'x'.repeat(70_000)])(
  'what is no zone of the IANA database is refused: %.20j',
  async (timeZone) => {
    const { browser } = await newMember(service);
    expect(codeOf(await visit(service, browser, CHANGE, { timeZone }))).toBe('TIME_ZONE_INVALID');
  },
);

test('an API key cannot change it', async () => {
  const { apiKey } = await createAccount(db);
  const refused = await visit(service, { 'x-api-key': apiKey }, CHANGE, { timeZone: 'UTC' });
  expect(codeOf(refused)).toBe('SESSION_REQUIRED');
});
