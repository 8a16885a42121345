/** What an API key may do: every mutation with keys of every scope. */
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import request from 'supertest';
import type { ApiKeyScope } from '../../src/domain/identity/access/scope.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { exampleInput } from '../support/example-input.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

/** The scope that each mutation needs. */
const NEEDED: Partial<Record<ApiKeyScope, string[]>> = {
  READ: ['checkAccount'],
  DRAFT: [
    ...['createPost', 'createPosts', 'updatePost', 'restorePostVersion', 'deletePost', 'duplicatePost'],
    ...['createUpload', 'createUploadFromUrl', 'completeUpload', 'deleteMedia', 'requestApproval'],
    ...['createLabel', 'updateLabel', 'deleteLabel', 'changeLabels'],
    ...['createRecurrence', 'updateRecurrence', 'pauseRecurrence', 'deleteRecurrence'],
    ...['skipOccurrence', 'restoreOccurrence'],
    ...['createSnippet', 'updateSnippet', 'deleteSnippet'],
    ...['keepInLibrary', 'attachLibraryFile', 'updateLibraryFile', 'deleteLibraryFiles'],
    ...['createFeed', 'updateFeed', 'pauseFeed', 'refreshFeed', 'deleteFeed'],
    ...['importPosts', 'undoImport'],
  ],
  PUBLISH: [
    ...['retryPlatformPost', 'retryPostGroup', 'recoverPosts'],
    ...['addComment', 'removeComment', 'addReaction', 'removeReaction', 'unpublishPost'],
    ...['createPostingSchedule', 'updatePostingSchedule', 'deletePostingSchedule'],
    ...['pauseSchedule', 'reorderQueue', 'shuffleQueue'],
  ],
  MANAGE: [
    ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'regenerateWebhookSecret', 'sendTestWebhook'],
    ...['redeliverWebhookDelivery', 'redeliverSkippedWebhookDeliveries'],
    ...['createManagedUser', 'detachManagedUser', 'createManagedUserKey', 'createConnectionPage'],
    ...['setSignature', 'setLinkParameters'],
  ],
};
/** Those that no key can use: about who is signed in, and what the dashboard alone does. */
const OF_SESSIONS = [
  ...[
    'createApiKey',
    'renameApiKey',
    'revokeApiKey',
    'revokeApplication',
    'endSession',
    'endOtherSessions',
    'changeDisplayName',
    'changeTimeZone',
  ],
  ...['changePassword', 'changeEmail', 'beginTwoFactor', 'confirmTwoFactor', 'disableTwoFactor'],
  ...['regenerateRecoveryCodes', 'requestAccountRemoval', 'cancelAccountRemoval', 'requestAccountExport'],
  ...['connectAccount', 'createLoginUrl', 'disconnectAccount', 'createCalendarFeed', 'revokeCalendarFeed'],
  ...['hideReply', 'unhideReply'],
  ...['inviteMember', 'revokeInvitation', 'acceptInvitation', 'changeMemberRole', 'removeMember', 'leaveAccount'],
  'limitMember',
  ...['changePersonName', 'markNotificationsRead', 'setNotificationPreferences'],
  ...['subscribeToPush', 'unsubscribeFromPush'],
  ...['transferOwnership', 'requireTwoFactor', 'approvePost', 'rejectPost', 'setApprovalPolicy'],
  ...['addTeamComment', 'editTeamComment', 'deleteTeamComment', 'resolveCommentThread'],
  ...['createApprovalLink', 'revokeApprovalLink', 'setRecoveryPolicy'],
  ...['createReportLink', 'revokeReportLink', 'setReportEmail'],
];
/** Those that need no credentials. */
const OPEN = [
  ...['signUp', 'signIn', 'signOut', 'confirmEmail', 'resendConfirmation', 'requestPasswordReset', 'resetPassword'],
  'decideWithLink',
];

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const mutations = schema.getMutationType()?.getFields() ?? {};

/** The code with which a mutation is refused; undefined if it is not. */
async function codeOf(apiKey: string, name: string): Promise<string | undefined> {
  const [argument] = mutations[name]?.args ?? [];
  const query = argument
    ? `mutation ($input: ${argument.type}) { ${name}(input: $input) { __typename } }`
    : `mutation { ${name} { __typename } }`;
  const variables = argument && { input: exampleInput(argument.type) };
  const { errors } = await graphql(service, { 'x-api-key': apiKey }, query, variables);
  return errors?.[0]?.extensions.code as string | undefined;
}

let account: TestAccount;
const keyWith = (scopes: ApiKeyScope[]) => account.newKey({ scopes: ['READ', ...scopes] });
beforeAll(async () => {
  account = await createAccount(db, { mcpAccess: true, workspaceAccess: true, connected: ['fediverse-1'] });
});

test('every mutation says what a key needs for it', () => {
  const named = [...Object.values(NEEDED).flat(), ...OF_SESSIONS, ...OPEN];
  expect(named.toSorted()).toEqual(Object.keys(mutations).toSorted());
});

test.each<[string, ApiKeyScope[]]>([
  ['no further scope', []],
  ['DRAFT', ['DRAFT']],
  ['PUBLISH', ['PUBLISH']],
  ['MANAGE', ['MANAGE']],
  ['MCP and WORKSPACE', ['MCP', 'WORKSPACE']],
  ['all of them', ['PUBLISH', 'MANAGE', 'MCP', 'WORKSPACE']],
])('a key with %s: mutations of other scopes are API_KEY_SCOPE_REQUIRED', async (_name, scopes) => {
  const apiKey = await keyWith(scopes);
  const refused: string[] = [];
  for (const name of Object.values(NEEDED).flat()) {
    if ((await codeOf(apiKey, name)) === 'API_KEY_SCOPE_REQUIRED') refused.push(name);
  }
  // Who may publish may draft.
  const given = new Set<ApiKeyScope>(scopes.includes('PUBLISH') ? [...scopes, 'DRAFT'] : scopes);
  const without = (['DRAFT', 'PUBLISH', 'MANAGE'] as const).filter((scope) => !given.has(scope));
  expect(refused).toEqual(without.flatMap((scope) => NEEDED[scope] ?? []));
});

test('a key with all scopes is no session', async () => {
  const apiKey = await keyWith(['PUBLISH', 'MANAGE', 'MCP', 'WORKSPACE']);
  const codes = new Set<string | undefined>();
  for (const name of OF_SESSIONS) codes.add(await codeOf(apiKey, name));
  expect([...codes]).toEqual(['SESSION_REQUIRED']);
});

describe('a read-only key', () => {
  const CONTENT = { content: 'Hi', platforms: ['fediverse-1'] };
  let readOnly: { 'x-api-key': string };
  beforeAll(async () => {
    readOnly = { 'x-api-key': await keyWith([]) };
  });

  test('gets an error with the missing scope, and stores nothing', async () => {
    const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
    const input = { post: { content: 'Hi', platformIds: ['fediverse-1'] } };
    const { data, errors } = await graphql(service, readOnly, query, { input });
    expect(data).toEqual({ createPost: null });
    expect(errors).toMatchObject([
      {
        message: 'This requires an API key with the scope DRAFT; this key has READ',
        extensions: { code: 'API_KEY_SCOPE_REQUIRED', scope: 'DRAFT', scopes: ['READ'] },
        guidance: expect.objectContaining({ fault: 'ACCOUNT', retryable: false }),
      },
    ]);
    const { status, body } = await request(service.url).post('/api/v1/create-post').set(readOnly).send(CONTENT);
    expect([status, body]).toEqual([
      403,
      { error: 'This requires an API key with the scope DRAFT; this key has READ' },
    ]);
    expect(await db.query('SELECT id FROM post_groups WHERE user_id = $1', [account.userId])).toEqual([]);
  });

  test('reads, validates and is shown no action that it cannot do', async () => {
    const { body } = await request(service.url)
      .post('/api/v1/create-post')
      .set({ 'x-api-key': account.apiKey })
      .send(CONTENT);
    const query = `query ($id: ID!) {
      postGroup(id: $id) { allowedActions posts { allowedActions } }
      validatePost(input: { post: { content: "Hi", platformIds: ["fediverse-1"] } }) { valid }
    }`;
    const { data, errors } = await graphql(service, readOnly, query, { id: body.postGroupId });
    expect(errors).toBeUndefined();
    expect(data.postGroup).toEqual({ allowedActions: [], posts: [{ allowedActions: [] }] });
    await request(service.url).get(`/api/v1/get-post/${body.postGroupId}`).set(readOnly).expect(200);
  });
});

test('a link that connects accounts is shown to keys with MANAGE only', async () => {
  const userId = await account.manage();
  const session = await account.session();
  const create =
    'mutation ($input: CreateConnectionPageInput!) { createConnectionPage(input: $input) { connectionPage { url } } }';
  const { data } = await graphql(service, session, create, { input: { userId } });
  const { connectionPage } = data.createConnectionPage;
  const shownTo = async (scopes: ApiKeyScope[]) => {
    const query = '{ managedUsers(first: 100) { edges { node { id connectionPage { url } } } } }';
    const answer = await graphql(service, { 'x-api-key': await keyWith(scopes) }, query);
    const users: { id: string; connectionPage: unknown }[] = nodesOf(answer.data.managedUsers);
    return users.find(({ id }) => id === userId)?.connectionPage;
  };
  expect(await shownTo(['WORKSPACE'])).toBeNull();
  expect(await shownTo(['WORKSPACE', 'MANAGE'])).toEqual(connectionPage);
});

test('the key of a managed user may do no more than the key that makes it', async () => {
  const userId = await account.manage();
  const query = 'mutation ($input: CreateManagedUserKeyInput!) { createManagedUserKey(input: $input) { rawKey } }';
  const { data } = await graphql(service, { 'x-api-key': await keyWith(['MANAGE', 'WORKSPACE']) }, query, {
    input: { userId },
  });
  expect(await codeOf(data.createManagedUserKey.rawKey, 'createPost')).toBe('API_KEY_SCOPE_REQUIRED');
  expect(await codeOf(data.createManagedUserKey.rawKey, 'createWebhook')).not.toBe('API_KEY_SCOPE_REQUIRED');
});
