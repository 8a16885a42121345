import { In } from 'typeorm';
import type { Db } from '../database/unit-of-work.js';
import { ConnectionEntity } from './connection.entity.js';

/** A connected account without its secrets. */
export interface Connection {
  id: string;
  userId: string;
  platform: string;
  accountId: string;
  platformId: string;
  username: string;
  displayName: string;
  baseUrl: string | null;
  accessTokenExpiresAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
}

export interface StoredConnection extends Connection {
  /** Encrypted. */
  credentials: string;
}

const PUBLIC_COLUMNS = {
  id: true,
  userId: true,
  platform: true,
  accountId: true,
  platformId: true,
  username: true,
  displayName: true,
  baseUrl: true,
  accessTokenExpiresAt: true,
  revokedAt: true,
  createdAt: true,
} as const satisfies Record<keyof Connection, true>;

/** A user's connections, oldest first. */
export const connectionsOfUser = (db: Db, userId: string): Promise<Connection[]> =>
  db.find(ConnectionEntity, { select: PUBLIC_COLUMNS, where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });

/** Those of a user's connections that the platform ids name. */
export const connectionsByPlatformId = (db: Db, userId: string, platformIds: string[]): Promise<Connection[]> =>
  db.find(ConnectionEntity, { select: PUBLIC_COLUMNS, where: { userId, platformId: In(platformIds) } });

/** A user's connection with its secrets, for publishing. */
export const findStoredConnection = (db: Db, userId: string, platformId: string): Promise<StoredConnection | null> =>
  db.findOneBy(ConnectionEntity, { userId, platformId });

/** The same under its row lock: whoever renews credentials holds it. */
export const lockStoredConnection = (db: Db, id: string): Promise<StoredConnection | null> =>
  db.findOne(ConnectionEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });

export async function insertConnection(db: Db, connection: ConnectionEntity): Promise<void> {
  await db.insert(ConnectionEntity, connection);
}

export async function updateConnection(
  db: Db,
  id: string,
  changes: { credentials?: string; accessTokenExpiresAt?: Date | null; revokedAt?: Date | null; updatedAt: Date },
): Promise<void> {
  await db.update(ConnectionEntity, id, changes);
}
