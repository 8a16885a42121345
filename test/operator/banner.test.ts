/** A banner of the operator, for everybody who is signed in. */
import { newMember, visit } from '../graphql/browser.js';
import type { Guarded } from '../graphql/two-factor.js';
import { createAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { startService, useService } from '../support/service.js';
import { CONSOLE, lastEvent, newOperator, refusal, run } from './support.js';

// Before the database is dropped.
afterAll(() => other.stop());
const { db, service } = await useService({ env: CONSOLE });
/** A process without the console shows it as well. */
const other = await startService({ db, roles: 'api' });
let operator: Guarded;
beforeAll(async () => {
  operator = await newOperator(service, db);
});

const SHOW = `mutation ($text: String!, $level: BannerLevel!, $until: DateTime) {
  showBanner(text: $text, level: $level, until: $until) { text level until }
}`;
const READ = '{ banner { text level until } }';
const show = (banner: object) => run(service, operator.browser, SHOW, banner);

test('everybody who is signed in sees it until it ends or is removed; nobody else does', async () => {
  const { browser } = await newMember(service);
  const seen = async () => (await visit(other, browser, READ)).body.data.banner;
  expect(await seen()).toBeNull();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await show({ text: '  Maintenance at <b>8</b>  ', level: 'warning', until });
  expect(await seen()).toEqual({ text: 'Maintenance at <b>8</b>', level: 'WARNING', until });
  expect(await lastEvent(db)).toMatchObject({
    ...{ action: 'banner_shown', ownerId: null, actorName: operator.email },
    details: { text: 'Maintenance at <b>8</b>', level: 'warning', until },
  });
  const { apiKey } = await createAccount(db);
  expect((await graphql(service, { 'x-api-key': apiKey }, READ)).data.banner).not.toBeNull();
  expect((await visit(service, {}, READ)).body.errors?.[0]?.extensions.code).toBe('API_KEY_REQUIRED');

  await show({ text: 'All is well', level: 'info' });
  expect(await seen()).toEqual({ text: 'All is well', level: 'INFO', until: null });
  expect((await run(service, operator.browser, READ)).banner).toEqual({
    text: 'All is well',
    level: 'info',
    until: null,
  });
  await db.query("UPDATE banner SET until = now() - interval '1 second'");
  expect(await seen()).toBeNull();

  await show({ text: 'Again', level: 'info' });
  expect(await run(service, operator.browser, 'mutation { removeBanner }')).toEqual({ removeBanner: true });
  expect(await lastEvent(db)).toMatchObject({ action: 'banner_removed', actorName: operator.email });
  expect(await seen()).toBeNull();
  expect(await run(service, operator.browser, 'mutation { removeBanner }')).toEqual({ removeBanner: false });
});

test.each([
  ['no text', { text: '  ' }],
  ['a text of more than 300 characters', { text: 'x'.repeat(301) }],
  ['an end in the past', { text: 'Hello', until: new Date(0).toISOString() }],
])('%s is refused', async (_, banner) => {
  await refusal(service, operator.browser, SHOW, { level: 'info', ...banner });
});
