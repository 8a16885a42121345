/** The processes of an installation, known by the names of their sessions at Postgres: nothing is stored about them. */
import { hostname } from 'node:os';
import process from 'node:process';
import { VERSION } from '../process/version.js';
import type { Db } from './unit-of-work.js';

/** The session that every process keeps open, from its start until it ends. */
const LISTENING = 'live-hub';
/** Sessions that only processes with the `worker` role have. */
const WORKING = 'worker';

/** Postgres cuts names of sessions at 63 bytes. The pods of a deployment differ in the end of their name. */
const MAX_HOST = 28;

const thisProcess = () => `${hostname().slice(-MAX_HOST)}:${process.pid}`;

/** Marks a process in the name of its session beside its roles. */
const PAUSED = 'paused';

/**
 * The name of the session in which a process is notified; `roles`: `api`, `worker` or both. `isPaused`: PUBLISH_PAUSED is
 * set for it.
 */
export const listeningSession = (roles: readonly string[], { isPaused = false } = {}): string =>
  `${LISTENING} ${[...roles, ...(isPaused ? [PAUSED] : [])].join()} ${VERSION} ${thisProcess()}`;

/** The name of the sessions in which a worker fetches jobs. */
export const workingSession = (): string => `${WORKING} ${thisProcess()}`;

/** A worker that is connected and has fetched nothing for this long is silent: it is blocked, or cannot start to work. */
const SILENT_AFTER_SECONDS = 30;

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
  /** It is a worker that has fetched nothing for 30 seconds. */
  isSilent: boolean;
  /** PUBLISH_PAUSED is set for it. */
  isPaused: boolean;
}

/** The processes, by role and name. */
export async function listProcesses(db: Db): Promise<ServiceProcess[]> {
  const rows: ({ session: string; isQuiet: boolean } & Pick<ServiceProcess, 'connectedSince' | 'lastFetch'>)[] =
    await db.query(
      `SELECT h.application_name AS session, h.backend_start AS "connectedSince", w.last AS "lastFetch",
              h.backend_start < clock_timestamp() - $3 * interval '1 second'
                AND (w.sessions = 0 OR coalesce(w.last < clock_timestamp() - $3 * interval '1 second', false)) AS "isQuiet"
         FROM pg_stat_activity h CROSS JOIN LATERAL
              (SELECT count(*) AS sessions, max(query_start) AS last FROM pg_stat_activity w
                WHERE w.datname = current_database()
                  AND w.application_name = $2 || ' ' || split_part(h.application_name, ' ', 4)) w
        WHERE h.datname = current_database() AND starts_with(h.application_name, $1 || ' ')
        ORDER BY h.application_name`,
      [LISTENING, WORKING, SILENT_AFTER_SECONDS],
    );
  return rows.map(({ session, isQuiet, ...times }) => {
    const [, marks = '', version = '', name = ''] = session.split(' ');
    const roles = marks.split(',').filter((mark) => mark !== PAUSED);
    const [isSilent, isPaused] = [isQuiet && roles.includes(WORKING), marks.split(',').includes(PAUSED)];
    return { name, roles: roles.join(), version, ...times, isSilent, isPaused };
  });
}

/** What the processes of an installation do about its jobs. */
export interface Workers {
  /** At least one fetches. */
  areRunning: boolean;
  /** Names of those that are connected and fetch nothing. */
  silent: string[];
  /** PUBLISH_PAUSED is set for all that fetch. */
  arePaused: boolean;
}

export function workersOf(processes: readonly ServiceProcess[]): Workers {
  const workers = processes.filter(({ roles }) => roles.split(',').includes(WORKING));
  const fetching = workers.filter(({ isSilent }) => !isSilent);
  return {
    areRunning: fetching.length > 0,
    silent: workers.flatMap(({ isSilent, name }) => (isSilent ? [name] : [])),
    arePaused: fetching.length > 0 && fetching.every(({ isPaused }) => isPaused),
  };
}

/** Whether a process with the `worker` role is connected to the database, even if it is silent. */
export async function areWorkersRunning(db: Db): Promise<boolean> {
  const { areRunning, silent } = workersOf(await listProcesses(db));
  return areRunning || silent.length > 0;
}
