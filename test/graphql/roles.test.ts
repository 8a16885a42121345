/** What members may do: every operation with every role. */
import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLField, isObjectType, isRequiredArgument, isUnionType } from 'graphql';
import { ROLE_PERMISSIONS } from '../../src/domain/identity/access/permission.js';
import { ROLES, type Role } from '../../src/domain/identity/people/role.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { exampleInput } from '../support/example-input.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ env: { GRAPHQL_OPERATION_POINTS: '5000' } });
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** The permission that each operation needs. `null`: none, because it is about the person, or about nobody. */
const NEEDED: Record<string, keyof typeof ALLOWED | null> = {
  ...all('READ', [
    ...['node', 'nodes', 'postGroup', 'postGroups', 'postGroupCounts', 'postOutcomes', 'usage', 'validatePost'],
    ...['previewPost', 'linkPreview', 'connectedAccounts', 'connectedAccount', 'webhooks', 'webhook'],
    ...['managedUsers', 'clientsSummary', 'members', 'checkAccount', 'approvals'],
    ...['postingSchedules', 'postingSchedule', 'labels', 'snippets', 'filledSnippet', 'linkRules'],
    ...['recurrences', 'recurrence', 'recurrenceTimes'],
    ...['postingSchedules', 'postingSchedule', 'labels', 'snippets', 'filledSnippet'],
    'mediaLibrary',
    ...['feeds', 'feed', 'feedEntries'],
    ...['metrics', 'topPosts', 'bestTimes', 'postResults', 'setReportEmail'],
    ...['postingSchedules', 'postingSchedule', 'labels', 'snippets', 'filledSnippet', 'imports', 'import'],
  ]),
  ...all('DRAFT', [
    ...['createPost', 'createPosts', 'updatePost', 'restorePostVersion', 'deletePost', 'duplicatePost'],
    ...['createUpload', 'createUploadFromUrl', 'completeUpload', 'deleteMedia', 'requestApproval'],
    ...['addTeamComment', 'editTeamComment', 'deleteTeamComment', 'resolveCommentThread'],
    ...['createLabel', 'updateLabel', 'deleteLabel', 'changeLabels'],
    ...['createRecurrence', 'updateRecurrence', 'pauseRecurrence', 'deleteRecurrence'],
    ...['skipOccurrence', 'restoreOccurrence'],
    ...['createSnippet', 'updateSnippet', 'deleteSnippet'],
    ...['keepInLibrary', 'attachLibraryFile', 'updateLibraryFile', 'deleteLibraryFiles'],
    ...['previewFeed', 'createFeed', 'updateFeed', 'pauseFeed', 'refreshFeed', 'deleteFeed'],
    ...['createSnippet', 'updateSnippet', 'deleteSnippet', 'previewImport', 'importPosts', 'undoImport'],
  ]),
  ...all('PUBLISH', [
    ...[
      'retryPlatformPost',
      'retryPostGroup',
      'recoverPosts',
      'unpublishPost',
      'hideReply',
      'unhideReply',
      'approvePost',
      'approvalLinks',
      'createApprovalLink',
      'revokeApprovalLink',
      ...['reportLinks', 'createReportLink', 'revokeReportLink'],
      'rejectPost',
    ],
    ...['addComment', 'removeComment', 'addReaction', 'removeReaction'],
    ...['createPostingSchedule', 'updatePostingSchedule', 'deletePostingSchedule'],
    ...['pauseSchedule', 'reorderQueue', 'shuffleQueue'],
  ]),
  ...all('MANAGE', [
    ...['connectAccount', 'createLoginUrl', 'disconnectAccount', 'changeDisplayName', 'changeTimeZone'],
    ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'regenerateWebhookSecret', 'sendTestWebhook'],
    ...['redeliverWebhookDelivery', 'redeliverSkippedWebhookDeliveries'],
    ...['createManagedUser', 'detachManagedUser', 'createManagedUserKey', 'createConnectionPage'],
    ...['setSignature', 'setLinkParameters'],
    ...['calendarFeed', 'createCalendarFeed', 'revokeCalendarFeed'],
  ]),
  ...all('ADMINISTER', [
    ...['apiKeys', 'createApiKey', 'renameApiKey', 'revokeApiKey', 'connectedApplications', 'revokeApplication'],
    ...['invitations', 'inviteMember', 'revokeInvitation', 'changeMemberRole', 'removeMember', 'setApprovalPolicy'],
    ...['setRecoveryPolicy', 'limitedMembers', 'limitMember'],
  ]),
  ...all('OWN', [
    ...['accountExports', 'requestAccountExport', 'requestAccountRemoval', 'cancelAccountRemoval'],
    ...['transferOwnership', 'requireTwoFactor'],
  ]),
  ...all(null, [
    ...['viewer', 'banner', 'errorCodes', 'operationErrors', 'connectablePlatforms', 'receivedInvitation'],
    ...['sessions', 'endSession', 'endOtherSessions', 'changePassword', 'changeEmail'],
    ...['twoFactor', 'beginTwoFactor', 'confirmTwoFactor', 'disableTwoFactor', 'regenerateRecoveryCodes'],
    ...['signUp', 'signIn', 'signOut', 'confirmEmail', 'resendConfirmation', 'requestPasswordReset', 'resetPassword'],
    ...['acceptInvitation', 'leaveAccount', 'changePersonName', 'review', 'decideWithLink'],
    ...['notifications', 'notificationPreferences', 'markNotificationsRead', 'setNotificationPreferences'],
    ...['pushSubscription', 'subscribeToPush', 'unsubscribeFromPush', 'reportEmails'],
  ]),
};
/** Which roles have each permission. */
const ALLOWED = {
  READ: ['OWNER', 'ADMIN', 'EDITOR', 'CONTRIBUTOR', 'VIEWER'],
  DRAFT: ['OWNER', 'ADMIN', 'EDITOR', 'CONTRIBUTOR'],
  PUBLISH: ['OWNER', 'ADMIN', 'EDITOR'],
  MANAGE: ['OWNER', 'ADMIN'],
  ADMINISTER: ['OWNER', 'ADMIN'],
  OWN: ['OWNER'],
} satisfies Record<string, Role[]>;

function all<Permission>(permission: Permission, names: string[]): Record<string, Permission> {
  return Object.fromEntries(names.map((name) => [name, permission]));
}

type Field = GraphQLField<unknown, unknown>;
const [queries, mutations] = [schema.getQueryType(), schema.getMutationType()].map((root) => root?.getFields() ?? {});
/** These end the session of the test, or the membership. */
const LEAVING = new Set(['signOut', 'leaveAccount']);

/** The code with which an operation is refused; undefined if it is not. */
async function codeOf(headers: Headers, root: 'query' | 'mutation', field: Field): Promise<string | undefined> {
  const required = field.args.filter(isRequiredArgument);
  const declared = required.map((one) => `$${one.name}: ${one.type}`).join(', ');
  const passed = required.map((one) => `${one.name}: $${one.name}`).join(', ');
  const type = String(field.type).replace(/[[\]!]/g, '');
  const named = schema.getType(type);
  const selection = isObjectType(named) || isUnionType(named) || type === 'Node' ? ' { __typename }' : '';
  const query = `${root} ${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`}${selection} }`;
  const variables = Object.fromEntries(required.map((one) => [one.name, exampleInput(one.type)]));
  const { errors } = await graphql(service, headers, query, variables);
  return errors?.[0]?.extensions.code as string | undefined;
}

const operations = [
  ...Object.values(queries ?? {}).map((field) => ['query', field] as const),
  ...Object.values(mutations ?? {}).map((field) => ['mutation', field] as const),
].filter(([, { name }]) => !LEAVING.has(name));

async function refusedTo(headers: Headers, code: string): Promise<string[]> {
  const refused: string[] = [];
  for (const [root, field] of operations) {
    if ((await codeOf(headers, root, field)) === code) refused.push(field.name);
  }
  return refused.toSorted();
}

const needing = (permissions: readonly string[]): string[] =>
  Object.entries(NEEDED)
    .flatMap(([name, permission]) => (permission !== null && permissions.includes(permission) ? [name] : []))
    .toSorted();

let account: TestAccount;
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
});

test('every query and mutation says what it needs', () => {
  expect(Object.keys(NEEDED).toSorted()).toEqual(
    [...Object.keys(queries ?? {}), ...Object.keys(mutations ?? {})].toSorted(),
  );
});

test('the permissions of a role are those of this table, in the schema, too', async () => {
  for (const role of ROLES) {
    const permissions = Object.entries(ALLOWED).flatMap(([one, roles]) =>
      (roles as Role[]).includes(role) ? [one] : [],
    );
    expect(ROLE_PERMISSIONS[role]).toEqual(permissions);
    const { browser } =
      role === 'OWNER' ? { browser: await account.session() } : await addMember(db, account.userId, role);
    const { data } = await graphql(service, browser, '{ viewer { permissions person { role } } }');
    expect(data).toEqual({ viewer: { permissions, person: { role } } });
  }
});

describe.each(ROLES)('as %s', (role) => {
  const browserOf = async (): Promise<Headers> =>
    role === 'OWNER' ? account.session() : (await addMember(db, account.userId, role)).browser;
  const missing = Object.entries(ALLOWED).flatMap(([one, roles]) => ((roles as Role[]).includes(role) ? [] : [one]));

  test('the operations that need another permission, and no others, are PERMISSION_REQUIRED', async () => {
    expect(await refusedTo(await browserOf(), 'PERMISSION_REQUIRED')).toEqual(needing(missing));
  }, 60_000);

  test('so they are in a managed user of the account', async () => {
    const headers = { ...(await browserOf()), 'x-service-user-id': await account.manage() };
    expect(await refusedTo(headers, 'PERMISSION_REQUIRED')).toEqual(needing(missing));
  }, 60_000);
});

test('where two-factor authentication is required, a member without it can only set it up', async () => {
  const { browser } = await addMember(db, account.userId, 'ADMIN');
  await db.query('UPDATE users SET two_factor_required = true WHERE id = $1', [account.userId]);
  const refused = await refusedTo(browser, 'TWO_FACTOR_SETUP_REQUIRED');
  expect(refused).toEqual(needing(Object.keys(ALLOWED)));
  const { data } = await graphql(
    service,
    browser,
    '{ viewer { permissions twoFactorRequired person { mustSetUpTwoFactor } } }',
  );
  expect(data.viewer).toEqual({ permissions: [], twoFactorRequired: true, person: { mustSetUpTwoFactor: true } });
}, 60_000);
