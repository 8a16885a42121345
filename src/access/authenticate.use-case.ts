import { isId } from '../database/id.js';
import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { PLANS } from '../plans/plans.js';
import { findKeyByPrefix, isManagedBy } from './access.repository.js';
import { apiKeyMatches, apiKeyPrefix } from './api-key.js';
import type { AccessHeaders, Viewer } from './viewer.js';

export type Authenticate = (headers: AccessHeaders) => Promise<Viewer>;

/**
 * The checks of document 1, "Authentication", in their order and with their messages. GraphQL over HTTP, GraphQL over
 * web sockets and REST all pass through here. One query; a second one when `x-service-user-id` names another user.
 *
 * A managed user belongs to the owner of the key, not to the single key, so that a key can be replaced without
 * orphaning the users it created.
 */
export const makeAuthenticate =
  ({ db }: { db: Db }): Authenticate =>
  async ({ apiKey, serviceClient, serviceUserId }) => {
    if (!apiKey) throw new AppError('API_KEY_REQUIRED');
    const prefix = apiKeyPrefix(apiKey);
    const found = prefix === undefined ? undefined : await findKeyByPrefix(db, prefix);
    if (!found || found.key.revokedAt !== null || !apiKeyMatches(apiKey, found.key.hash)) {
      throw new AppError('API_KEY_INVALID');
    }
    const { key, owner } = found;
    if (!owner) throw new AppError('API_KEY_OWNER_INVALID');
    if (!PLANS[owner.plan].apiAccess) throw new AppError('API_ACCESS_DISABLED');
    if (serviceClient === 'mcp' && !(owner.mcpAccess && key.mcpAccess)) throw new AppError('MCP_ACCESS_DISABLED');

    const viewer: Viewer = { userId: owner.id, ownerId: owner.id, keyId: key.id, plan: owner.plan };
    if (!serviceUserId) return viewer;
    if (!isId(serviceUserId)) throw new AppError('SERVICE_USER_ID_INVALID');
    const userId = serviceUserId.toLowerCase();
    if (userId === owner.id) return viewer;
    if (!(owner.workspaceAccess && key.workspaceAccess)) throw new AppError('WORKSPACE_ACCESS_DISABLED');
    if (!(await isManagedBy(db, userId, owner.id))) throw new AppError('USER_NOT_MANAGED');
    return { ...viewer, userId };
  };
