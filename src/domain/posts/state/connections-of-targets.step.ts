import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { type Connection, connectionsByPlatformId } from '../../accounts/connection.repository.js';
import type { Target } from './targets.js';

/** The connections that targets name: CONNECTIONS_NOT_FOUND when each has to have one. */
export async function connectionsOfTargets(
  db: Db,
  userId: string,
  targets: readonly Pick<Target, 'platformId'>[],
  { required }: { required: boolean },
): Promise<Connection[]> {
  const platformIds = [...new Set(targets.map(({ platformId }) => platformId))];
  const connections = await connectionsByPlatformId(db, userId, platformIds);
  if (required) assertConnected(platformIds, connections);
  return connections;
}

/** CONNECTIONS_NOT_FOUND when one is missing. */
export function assertConnected(
  platformIds: readonly string[],
  connections: readonly Pick<Connection, 'platformId'>[],
): void {
  const connected = new Set(connections.map(({ platformId }) => platformId));
  const missing = platformIds.filter((id) => !connected.has(id));
  if (missing.length > 0) throw new AppError('CONNECTIONS_NOT_FOUND', { platformIds: missing });
}
