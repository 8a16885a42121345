import type { Http } from '../../src/foundation/http-client/http.js';
import { network } from '../../src/platforms/network/network.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { InteractionResult } from '../../src/platforms/port/interactions.js';
import { organizationOf, requestsTo, unknownAccount } from './network-support.js';
import { answering, clock, makeAnswer, makePart, openAccount, openWorld, type World } from './support.js';

let world: World;
let account: Account;
let postedId: string;
beforeAll(async () => {
  world = await openWorld();
  account = await openAccount(world, network);
  const step = await network.publisher(world.http, NO_SETUP, clock).start(makePart('Hello'), account);
  postedId = step.kind === 'published' ? step.postedId : '';
});
afterEach(() => world.box.clearFaults());
afterAll(() => world.close());

const interactions = (http: Http = world.http) => network.interactions(http, NO_SETUP);
const comment = (as: Account, http?: Http) =>
  interactions(http).comment(as, { postedId, message: 'Well said', parentComment: null });
const read = <T>(result: InteractionResult<T>): T => {
  if (result.kind === 'ok') return result.value;
  throw new Error(result.failure.message);
};

test('an organization comments, reacts and takes both back as itself', async () => {
  const organization = await organizationOf(world, account);
  const urn = `urn:li:organization:${organization.accountId}`;
  const { id, fields } = read(await comment(organization));
  expect(fields.actor).toBe(urn.replace('urn:li:', 'urn:network:'));
  await interactions().react(organization, { postedId, reactionType: 'LIKE' });
  expect(await interactions().removeComment(organization, { postedId, commentId: id })).toMatchObject({ kind: 'ok' });
  expect(await interactions().removeReaction(organization, postedId)).toMatchObject({ kind: 'ok' });
  const [made] = requestsTo(world, '/rest/reactions').slice(-2);
  expect(made?.query).toEqual({ actor: urn });
});

test('the platform provides no statistics of an organization: no request is sent', async () => {
  const organization = await organizationOf(world, account);
  const before = world.box.requests().length;
  const days = { start: '2026-05-04', end: '2026-05-06' };
  const answers = await Promise.all([
    interactions().followers(organization),
    interactions().dailyFollowers(organization, days),
    interactions().postMetric(organization, postedId, 'COMMENT'),
    interactions().accountMetric(organization, 'COMMENT', null),
    interactions().dailyAccountMetric(organization, 'COMMENT', days),
  ]);
  const failure = expect.objectContaining({ code: 'PERMISSION_DENIED', outcome: 'rejected' });
  expect(answers).toEqual(answers.map(() => ({ kind: 'failed', failure })));
  expect(world.box.requests()).toHaveLength(before);
});

test('a number past 2^53 is kept exactly, and names the comment where the platform gives no URN', async () => {
  const answer = { status: 201, body: '{"id":6636062862760562689}' };
  world.box.setFault({ platform: 'network', kind: 'answer', path: '/comments', answer });
  const { id, commentUrn } = read(await comment(account));
  expect({ id, commentUrn }).toEqual({
    id: '6636062862760562689',
    commentUrn: `urn:network:comment:(${postedId},6636062862760562689)`,
  });
});

test.each(['{}', '[]', '', '<html>', '{"id":{}}'])(
  'a success whose body is %j has commented who knows where',
  async (body) => {
    expect(
      await comment(
        unknownAccount,
        answering(() => makeAnswer(201, body)),
      ),
    ).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'unknown' },
    });
  },
);

test('whether a comment is there whose response was lost is unknown; it is not sent again', async () => {
  const before = requestsTo(world, '/rest/socialActions').length;
  world.box.setFault({ platform: 'network', kind: 'reset_after_store', path: '/comments' });
  expect(await comment(account)).toMatchObject({
    kind: 'failed',
    failure: { code: 'NETWORK_ERROR', outcome: 'unknown' },
  });
  expect(requestsTo(world, '/rest/socialActions')).toHaveLength(before + 1);
});

test('a refusal is reported in the neutral namespace', async () => {
  const body = { status: 403, message: 'Not for urn:li:person:a' };
  const result = await comment(
    unknownAccount,
    answering(() => makeAnswer(403, body)),
  );
  expect(JSON.stringify(result)).toContain('Not for urn:network:person:a');
  expect(JSON.stringify(result)).not.toContain('urn:li:');
});
