/** Texts of recurrences that a platform would refuse: they are refused before anything is stored. */
import { createAccount, type TestAccount } from '../support/account.js';
import { type GraphqlAnswer, graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { useService } from '../support/service.js';
import { inDays, recurring } from './recurring.js';

const { db, service } = await useService();
const { run, draft, create } = recurring(db, () => service);
let account: TestAccount;
let key: Headers;

beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1', 'skyfeed-did:plc:a'] });
  key = { 'x-api-key': account.apiKey };
});

/** 500 characters on the fediverse, 300 graphemes on skyfeed. */
const LONG = 'x'.repeat(600);
const MEDIUM = 'x'.repeat(400);
const tooLong = (field: string, platform: string, currentValue: number, maxValue: number) => ({
  field,
  code: 'VALIDATION_FAILED',
  validation: { errors: [expect.objectContaining({ code: 'CONTENT_TOO_LONG', platform, currentValue, maxValue })] },
});

/** The details of an error, and the field that it is about. */
const shown = (error: NonNullable<GraphqlAnswer['errors']>[number] | undefined) => ({
  ...error?.guidance,
  ...error?.extensions,
});

const counts = async () => {
  const [row] = await db.query(
    `SELECT (SELECT count(*)::int FROM recurrences WHERE user_id = $1) AS recurrences,
            (SELECT count(*)::int FROM post_groups WHERE user_id = $1) AS posts`,
    [account.userId],
  );
  return row;
};

const inputOf = (postGroupId: string, texts: string[]) => ({
  ...{ postGroupId, rule: 'FREQ=DAILY;COUNT=4', timeZone: 'UTC', startsAt: inDays(2), texts },
});

test('a text that is too long for a platform is refused as in createPost, and names its place', async () => {
  const postGroupId = await draft(key);
  const refused = await run(key, 'createRecurrence', inputOf(postGroupId, ['Short', LONG]));
  expect(shown(refused.error)).toMatchObject(tooLong('input.texts.1', 'FEDIVERSE', 600, 500));
  const post = { content: LONG, platformIds: ['fediverse-1'] };
  const created = await run(key, 'createPost', { post, scheduledTime: inDays(2) });
  expect(refused.error?.extensions.validation).toEqual(created.error?.extensions.validation);
  expect(await counts()).toEqual({ recurrences: 0, posts: 1 });
});

test('so is the text of the template, before a scheduled post is copied', async () => {
  const postGroupId = await draft(key, LONG);
  const ofDraft = await run(key, 'createRecurrence', inputOf(postGroupId, ['Short']));
  expect(shown(ofDraft.error)).toMatchObject(tooLong('input.postGroupId', 'FEDIVERSE', 600, 500));
  const scheduled = await draft(key, 'Short', ['fediverse-1'], { scheduledTime: inDays(3) });
  expect((await run(key, 'createRecurrence', inputOf(scheduled, [LONG]))).code).toBe('VALIDATION_FAILED');
  expect(await counts()).toEqual({ recurrences: 0, posts: 2 });
});

test('a target with its own text keeps it: the others count', async () => {
  const post = {
    content: 'Shared',
    platformIds: ['fediverse-1', 'skyfeed-did:plc:a'],
    overrides: [{ platformId: 'skyfeed-did:plc:a', content: 'Own' }],
  };
  const { data } = await run(key, 'createPost', { post });
  expect((await run(key, 'createRecurrence', inputOf(data.postGroup.id, [MEDIUM]))).code).toBeUndefined();
});

test('a change is refused the same way, and changes nothing', async () => {
  const { id } = await create(key, { ...inputOf('', ['Two', MEDIUM]), postGroupId: await draft(key) });
  const before = await counts();
  const texts = await run(key, 'updateRecurrence', { recurrenceId: id, texts: [LONG] });
  expect(shown(texts.error)).toMatchObject(tooLong('input.texts.0', 'FEDIVERSE', 600, 500));
  // The texts that it has are too long for the account of another post.
  const other = await draft(key, 'Other', ['skyfeed-did:plc:a']);
  const template = await run(key, 'updateRecurrence', { recurrenceId: id, postGroupId: other });
  expect(shown(template.error)).toMatchObject(tooLong('input.postGroupId', 'SKYFEED', 400, 300));
  const { data } = await graphql(
    service,
    key,
    'query ($id: ID!) { recurrence(id: $id) { texts template { content } } }',
    {
      id,
    },
  );
  expect(data.recurrence).toEqual({ texts: ['Two', MEDIUM], template: { content: 'First' } });
  expect((await counts())?.recurrences).toBe(before?.recurrences);
  const rule = { recurrenceId: id, rule: 'FREQ=DAILY;COUNT=3' };
  expect((await run(key, 'updateRecurrence', rule)).code).toBeUndefined();
});

test('those whose posts are drafts may repeat any text, as they may write it', async () => {
  const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
  const postGroupId = await draft(contributor.browser);
  expect((await run(contributor.browser, 'createRecurrence', inputOf(postGroupId, [LONG]))).code).toBeUndefined();
});
