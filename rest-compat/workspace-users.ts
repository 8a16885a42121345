import { AppError } from '../src/errors/app-error.js';
import { graphql, type ResultOf } from './graphql.js';
import { route } from './route.js';

const fields = graphql(`
  fragment RestManagedUser on ManagedUser @_unmask {
    id
    email
    displayName
    connectionPage {
      url
      expiresAt
    }
  }
`);

/** Document 3, "Workspace users". The number is part of the documented body; nothing is limited by the day. */
const toBody = ({ id, email, displayName, connectionPage }: ResultOf<typeof fields>) => ({
  _id: id,
  username: email,
  displayName,
  role: 'managed',
  dailyPostsLeft: 100,
  connectionsPageUrl: connectionPage?.url ?? null,
  connectionsPageTokenExpiresAt: connectionPage?.expiresAt ?? null,
});

/** POST /workspace/users */
export const createWorkspaceUser = route({
  method: 'post',
  path: '/workspace/users',
  operation: graphql(
    `mutation RestCreateManagedUser($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { ...RestManagedUser } } }`,
    [fields],
  ),
  variables: ({ body: { username, displayName } }) => ({
    input: {
      email: typeof username === 'string' ? username : '',
      displayName: typeof displayName === 'string' ? displayName : null,
    },
  }),
  success: 201,
  body: ({ createManagedUser: { user } }) => ({ user: toBody(user) }),
  otherwise: 'INTERNAL_ERROR',
});

/** GET /workspace/users */
export const listWorkspaceUsers = route({
  method: 'get',
  path: '/workspace/users',
  operation: graphql(`query RestManagedUsers { managedUsers { ...RestManagedUser } }`, [fields]),
  variables: () => ({}),
  success: 200,
  body: ({ managedUsers }) => ({ users: managedUsers.map(toBody) }),
  otherwise: 'INTERNAL_ERROR',
});

/** DELETE /workspace/users/:userId: the user is detached, not erased. */
export const deleteWorkspaceUser = route({
  method: 'delete',
  path: '/workspace/users/:userId',
  operation: graphql(`
    mutation RestDetachManagedUser($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { userId } }
  `),
  variables: ({ params }) => ({ input: { userId: String(params.userId) } }),
  success: 200,
  body: () => ({ success: true }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'MANAGED_USER_NOT_FOUND',
});

/** POST /workspace/users/:userId/api-key: replaces the user's earlier key. */
export const createWorkspaceUserKey = route({
  method: 'post',
  path: '/workspace/users/:userId/api-key',
  operation: graphql(`
    mutation RestCreateManagedUserKey($input: CreateManagedUserKeyInput!) { createManagedUserKey(input: $input) { rawKey userId } }
  `),
  variables: ({ params }) => ({ input: { userId: String(params.userId) } }),
  success: 200,
  body: ({ createManagedUserKey: { rawKey, userId } }) => ({
    message: 'API key generated successfully',
    apiKey: rawKey,
    userId,
  }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'MANAGED_USER_NOT_FOUND',
});

/** GraphQL's Int would refuse it in words of its own. */
function parseDays(value: unknown): number {
  if (value === undefined || value === null) return 90;
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > 1000) {
    throw new AppError('EXPIRY_DAYS_INVALID');
  }
  return value;
}

/** POST /workspace/users/:userId/connection-url */
export const createWorkspaceUserConnectionUrl = route({
  method: 'post',
  path: '/workspace/users/:userId/connection-url',
  operation: graphql(`
    mutation RestCreateConnectionPage($input: CreateConnectionPageInput!) {
      createConnectionPage(input: $input) { connectionPage { url expiresAt } }
    }
  `),
  variables: ({ params, body: { expiresInDays, rotate } }) => ({
    input: { userId: String(params.userId), expiresInDays: parseDays(expiresInDays), rotate: rotate === true },
  }),
  success: 200,
  body: ({ createConnectionPage: { connectionPage } }) => ({
    url: connectionPage.url,
    tokenExpiresAt: connectionPage.expiresAt,
  }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'MANAGED_USER_NOT_FOUND',
});
