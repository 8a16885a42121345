import { z } from 'zod';
import { NOT_IN_NAMES } from '../src/domain/identity/account/parse-account.js';
import { AppError } from '../src/foundation/errors/app-error.js';
import { graphql, type ResultOf } from '../src/foundation/graphql/typed-graphql.js';
import { id, isoTime, lenient, success } from './fields.js';
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

/** A fixed part of the body [workspace-users/create]; nothing is limited by the day. */
const toBody = ({ id, email, displayName, connectionPage }: ResultOf<typeof fields>) => ({
  _id: id,
  username: email,
  displayName,
  role: 'managed' as const,
  dailyPostsLeft: 100 as const,
  connectionsPageUrl: connectionPage?.url ?? null,
  connectionsPageTokenExpiresAt: connectionPage?.expiresAt ?? null,
});

const user = z.object({
  _id: id,
  username: z.string().describe('The e-mail address.'),
  displayName: z.string(),
  role: z.literal('managed'),
  dailyPostsLeft: z.literal(100).describe('Always 100: there is no daily limit.'),
  connectionsPageUrl: z
    .string()
    .nullable()
    .describe('Page where the user connects accounts; null if none was created.'),
  connectionsPageTokenExpiresAt: isoTime.nullable(),
});

const userId = id.describe('The managed user: 24 hexadecimal characters.');

/** POST /workspace/users */
export const createWorkspaceUser = route({
  method: 'post',
  path: '/workspace/users',
  doc: {
    tag: 'Workspace users',
    summary: 'Add a user to your workspace',
    description:
      'A user without a password, on whose behalf you act with `x-service-user-id`. Requires workspace access.',
    body: z.object({
      username: z.string().describe('An e-mail address.'),
      displayName: lenient(z.string().max(200), 'Counts as left out: the e-mail address is used.'),
    }),
    response: z.object({ user }),
    errors: ['EMAIL_REQUIRED', 'EMAIL_INVALID', 'DISPLAY_NAME_INVALID', 'EMAIL_TAKEN', 'MANAGED_USER_LIMIT_REACHED'],
  },
  operation: graphql(
    `mutation RestCreateManagedUser($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { ...RestManagedUser } } }`,
    [fields],
  ),
  variables: ({ body: { username, displayName } }) => ({
    input: {
      email: typeof username === 'string' ? username : '',
      // Characters that GraphQL rejects in a name are removed here.
      displayName: typeof displayName === 'string' ? displayName.replace(NOT_IN_NAMES, ' ') : null,
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
  doc: {
    tag: 'Workspace users',
    summary: 'List the users of your workspace',
    description: 'Oldest first. Requires workspace access.',
    response: z.object({ users: z.array(user) }),
    errors: [],
  },
  operation: graphql(
    `query RestManagedUsers($after: String) { managedUsers(first: 100, after: $after) { edges { node { ...RestManagedUser } } pageInfo { hasNextPage endCursor } } }`,
    [fields],
  ),
  variables: () => ({}),
  paged: ({ managedUsers }) => managedUsers,
  success: 200,
  body: ({ managedUsers }) => ({ users: managedUsers.edges.map(({ node }) => toBody(node)) }),
  otherwise: 'INTERNAL_ERROR',
});

/** DELETE /workspace/users/:userId: the user is detached, not erased. */
export const deleteWorkspaceUser = route({
  method: 'delete',
  path: '/workspace/users/:userId',
  doc: {
    tag: 'Workspace users',
    summary: 'Detach a user from your workspace',
    description: 'The user is detached, not deleted. Requires workspace access.',
    params: { userId },
    response: z.object({ success }),
    errors: ['MANAGED_USER_NOT_FOUND'],
  },
  operation: graphql(`
    mutation RestDetachManagedUser($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }
  `),
  variables: ({ params }) => ({ input: { userId: String(params.userId) } }),
  success: 200,
  body: () => ({ success: true as const }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'MANAGED_USER_NOT_FOUND',
});

/** POST /workspace/users/:userId/api-key: replaces the user's earlier key. */
export const createWorkspaceUserKey = route({
  method: 'post',
  path: '/workspace/users/:userId/api-key',
  doc: {
    tag: 'Workspace users',
    summary: 'Create an API key for a user of your workspace',
    description: 'It replaces the user’s previous key. Requires workspace access.',
    params: { userId },
    response: z.object({ message: z.literal('API key generated successfully'), apiKey: z.string(), userId: id }),
    errors: ['MANAGED_USER_NOT_FOUND', 'WORKSPACE_OWNER_WITHOUT_API'],
  },
  operation: graphql(`
    mutation RestCreateManagedUserKey($input: CreateManagedUserKeyInput!) { createManagedUserKey(input: $input) { rawKey user { id } } }
  `),
  variables: ({ params }) => ({ input: { userId: String(params.userId) } }),
  success: 200,
  body: ({ createManagedUserKey: { rawKey, user } }) => ({
    message: 'API key generated successfully' as const,
    apiKey: rawKey,
    userId: user.id,
  }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'MANAGED_USER_NOT_FOUND',
});

/** GraphQL's Int would reject it with its own message. */
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
  doc: {
    tag: 'Workspace users',
    summary: 'Create the page where a user connects accounts',
    description:
      'Anyone with the link can use it without a password. The URL stays the same until it expires or is rotated; each call extends it. Requires workspace access.',
    params: { userId },
    body: z.object({
      expiresInDays: z.int().min(1).max(365).nullable().optional().describe('Days from now; defaults to 90.'),
      rotate: lenient(z.boolean(), 'Counts as `false`.').describe(
        '`true`: generate a new URL; the old one stops working immediately.',
      ),
    }),
    response: z.object({ url: z.string(), tokenExpiresAt: isoTime }),
    errors: ['EXPIRY_DAYS_INVALID', 'MANAGED_USER_NOT_FOUND'],
  },
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
