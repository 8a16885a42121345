/** The processes of an installation, known by the names of their sessions at Postgres: nothing is stored about them. */
import { hostname } from 'node:os';
import process from 'node:process';
import { VERSION } from '../process/version.js';
import type { Db } from './unit-of-work.js';

/** The session that every process keeps open, from its start until it ends. */
const LISTENING = 'live-hub';
/** Sessions that only processes with the `worker` role have. */
const WORKING = 'worker';

/** Postgres cuts names of sessions at 63 bytes. What tells the pods of a deployment apart is the end of their name. */
const MAX_HOST = 28;

const thisProcess = () => `${hostname().slice(-MAX_HOST)}:${process.pid}`;

/** The name of the session in which a process is notified; `roles`: `api`, `worker` or `api,worker`. */
export const listeningSession = (roles: string): string => `${LISTENING} ${roles} ${VERSION} ${thisProcess()}`;

/** The name of the sessions in which a worker fetches jobs. */
export const workingSession = (): string => `${WORKING} ${thisProcess()}`;

/** A process that is connected to the database. */
export interface ServiceProcess {
  /** Its host and process id there. */
  name: string;
  /** `api`, `worker` or `api,worker`. */
  roles: string;
  version: string;
  /** Since when it is connected, without interruption. */
  connectedSince: Date;
  /** When it last sent a statement to the job engine, which a worker does every second; null without that role. */
  lastFetch: Date | null;
}

/** The processes, by role and name. */
export async function listProcesses(db: Db): Promise<ServiceProcess[]> {
  const rows: { session: string; connectedSince: Date; lastFetch: Date | null }[] = await db.query(
    `SELECT application_name AS session, backend_start AS "connectedSince",
            (SELECT max(w.query_start) FROM pg_stat_activity w
              WHERE w.datname = current_database()
                AND w.application_name = $2 || ' ' || split_part(h.application_name, ' ', 4)) AS "lastFetch"
       FROM pg_stat_activity h
      WHERE datname = current_database() AND starts_with(application_name, $1 || ' ')
      ORDER BY application_name`,
    [LISTENING, WORKING],
  );
  return rows.map(({ session, ...times }) => {
    const [, roles = '', version = '', name = ''] = session.split(' ');
    return { name, roles, version, ...times };
  });
}

/** Whether a process with the `worker` role is connected to the database. */
export async function areWorkersRunning(db: Db): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND starts_with(application_name, $1 || ' ') LIMIT 1`,
    [WORKING],
  );
  return rows.length > 0;
}
