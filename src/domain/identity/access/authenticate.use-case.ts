import { batchedLookup } from '../../../foundation/database/batched-lookup.js';
import { isId } from '../../../foundation/database/id.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { type Plans, planOf } from '../../plans/plans.js';
import { managersOfUsers } from '../account/user.repository.js';
import { Role } from '../people/role.js';
import { apiKeyMatches, apiKeyPrefix } from './api-key.js';
import { familyOf, tokenMatches } from './application-token.js';
import {
  type Caller,
  findApplicationsByFamily,
  findKeysByPrefix,
  findMember,
  findOperatorSession,
  findSessionMembers,
  type Member,
  type SessionMember,
} from './caller.repository.js';
import { assertMaySignIn, isRemoved } from './may-sign-in.js';
import { assertNotMoving } from './parked-user.repository.js';
import { permissionsOf, ROLE_PERMISSIONS } from './permission.js';
import { hashToken } from './session.js';
import type { AccessHeaders, Viewer } from './viewer.js';

export type Authenticate = (headers: AccessHeaders) => Promise<Viewer>;

/** The same for a request from an address, whose wrong keys are counted. */
export type AuthenticateFrom = (headers: AccessHeaders, address: string) => Promise<Viewer>;

/** Authentication methods. Each endpoint chooses which ones it accepts. */
export interface Authentication {
  /** An API key: `/api/v1`. */
  byKey: Authenticate;
  /** An API key, or the access token of a connected application: `/mcp`. The tokens open nothing else. */
  byKeyOrToken: Authenticate;
  /** A session's cookie: the dashboard's routes, which refuse API keys. */
  bySession: Authenticate;
  /**
   * Either: GraphQL. An explicitly sent key takes precedence over a cookie; without one, a browser whose session has
   * ended needs a session again, not a key.
   */
  byAny: Authenticate;
}

/**
 * The access checks in their order and with their messages [authentication/order]. GraphQL over HTTP, GraphQL over
 * web sockets and REST all pass through here. One query; a second one when `x-service-user-id` names another user than
 * the one of the key, or another account than the one that the person signs in to. Callers who are checked at the same
 * moment share their queries.
 *
 * A managed user belongs to the owner of the key, not to the single key, so that a key can be replaced without
 * orphaning the users it created. The key of a managed user acts on the plan of the workspace owner.
 */
export function makeAuthenticate(needs: {
  db: Db;
  plans: Plans;
  clock: () => Date;
  noteKeyUse: (keyId: string) => void;
  noteApplicationUse: (applicationId: string) => void;
  noteSessionUse: (sessionId: string) => void;
  /** Whether an address must be confirmed before posts are scheduled. */
  confirmEmail: boolean;
}): Authentication {
  const { db, clock, noteKeyUse, noteApplicationUse, noteSessionUse } = needs;
  const keys = makeLookup((prefixes) => findKeysByPrefix(db, prefixes));
  const applications = makeLookup((familyHashes) => findApplicationsByFamily(db, familyHashes));
  const sessions = makeLookup((tokenHashes) => findSessionMembers(db, tokenHashes, clock()));
  const managers = makeLookup((userIds) => managersOfUsers(db, userIds));

  const toViewer = (caller: Caller): Viewer => ({
    userId: caller.id,
    ownerId: caller.ownerId,
    plan: caller.plan,
    limitOverrides: caller.limitOverrides,
    additionsRevision: caller.additionsRevision,
    keyId: null,
    applicationId: null,
    session: null,
    permissions: [],
    scopes: [],
    workspaceAccess: caller.workspaceAccess,
    mayPublish: !needs.confirmEmail || caller.ownerEmailConfirmedAt !== null,
  });

  const byKey: Authenticate = async ({ apiKey, serviceClient, serviceUserId }) => {
    if (!apiKey) throw new AppError('API_KEY_REQUIRED');
    const prefix = apiKeyPrefix(apiKey);
    const found = prefix === undefined ? undefined : await keys(prefix);
    if (!found || found.key.revokedAt !== null || !apiKeyMatches(apiKey, found.key.hash)) {
      throw new AppError('API_KEY_INVALID');
    }
    const { key, owner } = found;
    if (!owner) await assertNotMoving(db, 'api_keys', key.id);
    if (!owner || isInactive(owner, clock())) throw new AppError('API_KEY_OWNER_INVALID');
    const plan = planOf(needs.plans, owner);
    if (!plan.apiAccess) throw new AppError('API_ACCESS_DISABLED');
    const mayUseMcp = owner.mcpAccess || plan.mcpAccess;
    if (serviceClient === 'mcp' && !(mayUseMcp && key.scopes.includes('MCP')))
      throw new AppError('MCP_ACCESS_DISABLED');
    const { id: keyId, scopes } = key;
    const workspaceAccess = owner.workspaceAccess && scopes.includes('WORKSPACE');
    const viewer = await actFor(serviceUserId, {
      ...toViewer(owner),
      keyId,
      permissions: permissionsOf(scopes),
      scopes,
      workspaceAccess,
    });
    noteKeyUse(key.id);
    return viewer;
  };

  const byToken = async (family: string, token: string, serviceUserId: string | undefined): Promise<Viewer> => {
    const familyHash = hashToken(family);
    const found = await applications(familyHash);
    if (!found || !tokenMatches(token, found.application.accessHash)) throw new AppError('ACCESS_TOKEN_INVALID');
    const { application, owner } = found;
    if (!owner) await assertNotMoving(db, 'applications', familyHash);
    if (!owner || isInactive(owner, clock())) throw new AppError('ACCOUNT_INACTIVE');
    if (!(application.accessExpiresAt && application.accessExpiresAt > clock())) {
      throw new AppError('ACCESS_TOKEN_EXPIRED');
    }
    const plan = planOf(needs.plans, owner);
    if (!plan.apiAccess) throw new AppError('API_ACCESS_DISABLED');
    if (!(owner.mcpAccess || plan.mcpAccess)) throw new AppError('MCP_ACCESS_DISABLED');
    const { id: applicationId, scopes } = application;
    const permissions = permissionsOf(scopes);
    const program = { applicationId, permissions, scopes: [...scopes, 'MCP' as const], workspaceAccess: false };
    const viewer = await actFor(serviceUserId, { ...toViewer(owner), ...program });
    noteApplicationUse(applicationId);
    return viewer;
  };

  const byKeyOrToken: Authenticate = async (headers) => {
    const { apiKey: token = '', serviceUserId } = headers;
    const family = familyOf(token);
    return family === undefined ? byKey(headers) : byToken(family, token, serviceUserId);
  };

  const bySession: Authenticate = async ({ sessionToken, operatorToken, serviceUserId }) => {
    if (operatorToken !== undefined) return byOperatorSession(operatorToken, { sessionToken, serviceUserId });
    const tokenHash = sessionToken ? hashToken(sessionToken) : undefined;
    const found = tokenHash && (await sessions(tokenHash));
    if (!found) {
      if (tokenHash) await assertNotMoving(db, 'sessions', tokenHash);
      throw new AppError('SESSION_REQUIRED');
    }
    const { id, expiresAt, personId, personEmail: email } = found;
    const member = await memberOf(serviceUserId, found);
    if (!member) {
      if (tokenHash) await assertNotMoving(db, 'sessions', tokenHash);
      throw new AppError('MEMBERSHIP_ENDED');
    }
    assertMaySignIn(member, clock());
    noteSessionUse(id);
    const { role, mustSetUpSecondFactor } = member;
    const permissions = mustSetUpSecondFactor ? [] : ROLE_PERMISSIONS[role];
    const session = { id, personId, email, role, mustSetUpSecondFactor, expiresAt, operator: null };
    return { ...toViewer(member), permissions, session };
  };

  /**
   * `x-service-user-id`: an account of which the person is a member, or a user that such an account manages. Without it, the
   * account that they signed in to. Null: they are no longer a member of that one.
   */
  async function memberOf(
    serviceUserId: string | undefined,
    { personId, userId: ownId, member: own }: SessionMember,
  ): Promise<Member | null> {
    if (!serviceUserId) return own;
    const userId = parseUserId(serviceUserId);
    // A person may have more rights in a managed user by way of the account that manages it.
    if (own && userId === own.id && own.ownerId === own.id) return own;
    const member = await findMember(db, personId, userId);
    if (member || (!own && userId === ownId)) return member;
    if (own) assertMaySignIn(own, clock());
    throw new AppError(own?.workspaceAccess === false ? 'WORKSPACE_ACCESS_DISABLED' : 'USER_NOT_MANAGED');
  }

  /** Never the operator's own account instead: a page that shows another one would change that. */
  async function byOperatorSession(
    token: string,
    { sessionToken, serviceUserId }: Pick<AccessHeaders, 'sessionToken' | 'serviceUserId'>,
  ): Promise<Viewer> {
    const hashes = { tokenHash: hashToken(token), ownTokenHash: hashToken(sessionToken ?? '') };
    const user = await findOperatorSession(db, hashes, clock());
    if (!user) throw new AppError('SESSION_REQUIRED');
    assertMaySignIn(user, clock());
    const { sessionId, sessionExpiresAt: expiresAt, operatorId, operatorEmail, mayWrite } = user;
    const operator = { id: operatorId, email: operatorEmail, mayWrite };
    const { personId, personEmail: email } = user;
    const owner = { personId, email, role: Role.OWNER, mustSetUpSecondFactor: false };
    const session = { id: sessionId, ...owner, expiresAt, operator };
    return actFor(serviceUserId, { ...toViewer(user), permissions: ROLE_PERMISSIONS[Role.OWNER], session });
  }

  /** `x-service-user-id`: the viewer itself, or a user that it manages. */
  async function actFor(serviceUserId: string | undefined, viewer: Viewer): Promise<Viewer> {
    if (!serviceUserId) return viewer;
    const userId = parseUserId(serviceUserId);
    if (userId === viewer.userId) return viewer;
    if (!viewer.workspaceAccess) throw new AppError('WORKSPACE_ACCESS_DISABLED');
    if ((await managers(userId)) !== viewer.userId) throw new AppError('USER_NOT_MANAGED');
    return { ...viewer, userId };
  }

  return {
    byKey,
    byKeyOrToken,
    bySession,
    byAny: (headers) => (!headers.apiKey && headers.wasSignedIn ? bySession(headers) : byKey(headers)),
  };
}

function parseUserId(serviceUserId: string): string {
  if (!isId(serviceUserId)) throw new AppError('SERVICE_USER_ID_INVALID');
  return serviceUserId.toLowerCase();
}

const KEYS_AT_ONCE = 500;

function makeLookup<Found>(findAll: (keys: readonly string[]) => Promise<Map<string, Found>>) {
  return batchedLookup<string, Found | undefined>(async (keys) => {
    const found = await findAll(keys);
    return keys.map((key) => found.get(key));
  }, KEYS_AT_ONCE);
}

const isInactive = ({ deactivatedAt, ownerDeactivatedAt, ownerRemovalAt }: Caller, now: Date) =>
  deactivatedAt !== null || ownerDeactivatedAt !== null || isRemoved(ownerRemovalAt, now);
