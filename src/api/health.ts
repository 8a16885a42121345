import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';

/** Timeout of a probe. */
const PROBE_MS = 2_000;
/** Results are cached for this long: many probes share one statement. */
const FRESH_MS = 1_000;

export const HEALTH_PATH = '/health';
export const READY_PATH = `${HEALTH_PATH}/ready`;

export interface HealthNeeds {
  /** Rejects when the database does not respond. */
  probeDatabase: () => Promise<void>;
  /** Rejects when the database cannot write. */
  writeToDatabase: () => Promise<void>;
  /** Why the worker of this process is not working; undefined if it is. Null: this process has no worker. */
  workerProblem: (() => string | undefined) | null;
  /** Why the installation publishes nothing for now; null if it is not paused. */
  publishingPause: () => { since: Date; by: string } | null;
  log: Logger;
}

/** Whether a process can do its work. */
export interface Health {
  /** The problem of the database; undefined if it responds. */
  database(): Promise<string | undefined>;
  ready(): Promise<Readiness>;
}

export interface Readiness {
  isReady: boolean;
  /** For the operator: the problems, and whether publishing is paused, which is no problem. */
  checks: Record<string, string>;
}

export function makeHealth({
  probeDatabase,
  writeToDatabase,
  workerProblem,
  publishingPause,
  log,
}: HealthNeeds): Health {
  const probe = shared(probeDatabase);
  const write = shared(writeToDatabase);
  return {
    database: () => problemOf(probe(), log),
    async ready() {
      const database = await problemOf(write(), log);
      const worker = workerProblem?.();
      const pause = publishingPause();
      return {
        isReady: !database && !worker,
        checks: {
          database: database ?? 'ok',
          ...(workerProblem && { worker: worker ?? 'ok' }),
          ...(pause && { publishing: `paused since ${pause.since.toISOString()} by ${pause.by}` }),
        },
      };
    },
  };
}

/** The HTTP status and body that report a readiness; with the checks only on ports that are the operator's. */
export const readinessResponse = ({ isReady, checks }: Readiness, showChecks: boolean) => ({
  status: isReady ? 200 : 503,
  body: { status: isReady ? 'ok' : 'unavailable', ...(showChecks && { checks }) },
});

/**
 * `/health`: whether the database responds.
 * `/health/live`: 200 as long as the process runs, also without a database. A supervisor restarts a process that does
 * not respond.
 * `/health/ready`: whether the process can do its work. 503 on any problem, within two seconds.
 */
export function makeHealthRouter(health: Health, { showChecks }: { showChecks: boolean }): Router {
  const database: RequestHandler = async (_request, response) => {
    const problem = await health.database();
    response.status(problem ? 503 : 200).json({ status: problem ? 'unavailable' : 'ok' });
  };
  const ready: RequestHandler = async (_request, response) => {
    const { status, body } = readinessResponse(await health.ready(), showChecks);
    response.status(status).json(body);
  };
  return Router()
    .get(HEALTH_PATH, database)
    .get(`${HEALTH_PATH}/live`, (_request, response) => void response.json({ status: 'ok' }))
    .get(READY_PATH, ready);
}

/** Concurrent and immediately following probes share the result. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => setTimeout(() => (running = undefined), FRESH_MS).unref());
    return running;
  };
}

/** The problem, without sensitive details; undefined if there is none. */
async function problemOf(check: Promise<void>, log: Logger): Promise<string | undefined> {
  const silent = Symbol();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof silent>((resolve) => {
    timer = setTimeout(resolve, PROBE_MS, silent);
  });
  try {
    if ((await Promise.race([check, limit])) !== silent) return undefined;
    log.error(`The health check failed: the database did not respond within ${PROBE_MS / 1000} s`);
    return `no response within ${PROBE_MS / 1000} seconds`;
  } catch (error) {
    log.error({ err: error }, 'The health check failed');
    const { code } = error as { code?: unknown };
    return typeof code === 'string' ? `failed with ${code}` : 'failed';
  } finally {
    clearTimeout(timer);
  }
}
