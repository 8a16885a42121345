/** Which database a session is with: the same of a primary and its replicas. */
import type { SessionQuery } from './primary-host.js';

export interface DatabaseIdentity {
  /** Of the installation and its copies; null: this role is not told. */
  system: string | null;
  /** The database's number there. */
  database: string;
}

const DENIED = '42501';

export async function databaseIdentity(query: SessionQuery): Promise<DatabaseIdentity> {
  const { rows } = await query('SELECT oid::text AS database FROM pg_database WHERE datname = current_database()');
  return { system: await systemOf(query), database: String(rows[0]?.database) };
}

/** Every role may ask, unless that has been revoked. */
async function systemOf(query: SessionQuery): Promise<string | null> {
  try {
    const { rows } = await query('SELECT system_identifier::text AS system FROM pg_control_system()');
    return String(rows[0]?.system);
  } catch (error) {
    if ((error as { code?: unknown }).code === DENIED) return null;
    throw error;
  }
}

/** @throws an error that says so, where a replica is not one of this primary's database. */
export function assertReplicaOf(primary: DatabaseIdentity, replica: DatabaseIdentity): void {
  const areKnown = primary.system !== null && replica.system !== null;
  if (areKnown && primary.system !== replica.system) throw new Error('it repeats another primary');
  if (primary.database !== replica.database) throw new Error('it is another database');
}
