import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';

/** Timeout of a probe. */
const PROBE_MS = 2_000;
/** Results are cached for this long: many probes share one statement. */
const FRESH_MS = 1_000;

export const HEALTH_PATH = '/health';

export interface HealthNeeds {
  /** Rejects when the database does not answer. */
  probeDatabase: () => Promise<void>;
  /** Rejects when the database cannot write. */
  writeToDatabase: () => Promise<void>;
  /** Why the worker of this process is not working; undefined if it is. Null: this process has no worker. */
  workerProblem: (() => string | undefined) | null;
  /** Why the installation publishes nothing for now; null if it is not paused. */
  publishingPause: () => { since: Date; by: string } | null;
  log: Logger;
}

/**
 * `/health`: whether the database responds.
 * `/health/live`: 200 as long as the process runs, also without a database. A supervisor restarts a process that does
 * not respond.
 * `/health/ready`: whether the process can do its work, the problems if it cannot, and whether publishing is paused
 * (which is no problem). 503 on any problem, within two seconds.
 */
export function makeHealthRouter({
  probeDatabase,
  writeToDatabase,
  workerProblem,
  publishingPause,
  log,
}: HealthNeeds): Router {
  const probe = shared(probeDatabase);
  const write = shared(writeToDatabase);

  const health: RequestHandler = async (_request, response) => {
    const problem = await problemOf(probe(), log);
    response.status(problem ? 503 : 200).json({ status: problem ? 'unavailable' : 'ok' });
  };

  const ready: RequestHandler = async (_request, response) => {
    const database = await problemOf(write(), log);
    const worker = workerProblem?.();
    const pause = publishingPause();
    const publishing = pause && `paused since ${pause.since.toISOString()} by ${pause.by}`;
    const checks = {
      database: database ?? 'ok',
      ...(workerProblem && { worker: worker ?? 'ok' }),
      ...(publishing && { publishing }),
    };
    const isReady = !database && !worker;
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'unavailable', checks });
  };

  return Router()
    .get(HEALTH_PATH, health)
    .get(`${HEALTH_PATH}/live`, (_request, response) => void response.json({ status: 'ok' }))
    .get(`${HEALTH_PATH}/ready`, ready);
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
