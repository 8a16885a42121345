/** How far the containers of a part are (graph-container.ts), and why one of them failed. */
import { z } from 'zod';
import type { HttpResponse } from '../../foundation/http-client/http.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import { type FailureRow, responseFailure } from '../kit/failure-table.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import type { Clock, Sighting, Step } from '../port/platform.js';
import { type GraphApi, graphId, type OpenedGraph } from './graph-api.js';
import { quotaRegainedAt, subcodes, UNKNOWN_OBJECT } from './graph-errors.js';

/** FINISHED can be published, PUBLISHED was; of an ERROR, `reason` tells more. */
export interface ContainerStatus {
  status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  reason?: string;
}
export const containerStatuses = z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']);

/** How a platform tells of a container. */
export interface StatusRow {
  api: GraphApi;
  statusFields: string;
  statusSchema: z.ZodType<ContainerStatus>;
}

/** What a container that failed, and the platform's work on files, may be refused for. */
export const CONTAINER_ROWS: readonly FailureRow[] = [
  ...subcodes([2207004], 'CONTENT_TOO_LARGE'),
  ...subcodes([2207005, 2207023, 2207026, 2207009, 2207010, 2207028, 2207057], 'INVALID_CONTENT'),
  { subcode: 2207042, code: 'RATE_LIMITED', retryAt: quotaRegainedAt },
  ...subcodes([2207050, 2207051], 'PERMISSION_DENIED'),
  // The file could not be fetched, or not in time; a container that came too early, or that is too old.
  ...subcodes([2207003, 2207052, 2207053, 2207032, 2207001], 'PLATFORM_SERVER_ERROR'),
  ...subcodes([2207027, 2207008, 2207020], 'PLATFORM_SERVER_ERROR'),
  { error: 'EXPIRED', code: 'PLATFORM_SERVER_ERROR' },
  { error: 'ERROR', code: 'INVALID_CONTENT' },
];

export const progressSchema = z.object({
  /** The containers of several files, in the order of the part; of one file there are none. */
  items: z.array(graphId),
  /** The container that is the post; null while the items are not finished. */
  container: graphId.nullable(),
  /** Whether all of that was finished: from then on the next write may have been sent. */
  isFinished: z.boolean(),
  /** When the first one was made, in milliseconds since 1970. */
  since: z.number(),
});
export type Progress = z.infer<typeof progressSchema>;

/** Asks the containers that are not published yet: `ready` when all of them are finished. */
export async function awaitContainers(
  row: StatusRow,
  opened: OpenedGraph,
  progress: Progress,
  clock: Clock,
): Promise<Step> {
  for (const id of progress.container === null ? progress.items : [progress.container]) {
    const asked = await askStatus(row, opened, id);
    if (asked.kind === 'rejected') {
      return asked.subcode === UNKNOWN_OBJECT ? outOfSight(row, asked.step) : retryPoll(asked.step, progress, clock);
    }
    const { status } = asked.value;
    if (status === 'ERROR' || status === 'EXPIRED') return broken(row, opened, asked.value, asked.answer);
    // It was published after all: from here on it is looked for.
    if (status === 'PUBLISHED') return { kind: 'pending', state: { ...progress, isFinished: true }, checkAfterMs: 0 };
    if (status === 'IN_PROGRESS')
      return isOverdue(progress, clock) ? tooSlow(row, 'prepare') : pollAgain(progress, clock);
  }
  return { kind: 'ready', state: { ...progress, isFinished: true } };
}

/**
 * What a container says of its post, after the answer to the request that publishes it was lost. Null when the list of
 * the account's posts has to tell: it was published, or is out of sight.
 */
export async function fetchPublished(
  row: StatusRow,
  opened: OpenedGraph,
  progress: Progress,
  container: string,
  clock: Clock,
): Promise<Sighting | null> {
  const asked = await askStatus(row, opened, container);
  if (asked.kind === 'rejected') return asked.subcode === UNKNOWN_OBJECT ? null : asked.step;
  switch (asked.value.status) {
    case 'PUBLISHED':
      return null;
    case 'FINISHED':
      return { kind: 'absent' };
    case 'IN_PROGRESS':
      return isOverdue(progress, clock) ? tooSlow(row, 'look') : pollAgain(progress, clock);
    default:
      return broken(row, opened, asked.value, asked.answer);
  }
}

const askStatus = (row: StatusRow, { graph }: OpenedGraph, id: string) =>
  graph.get(`/${id}`, { fields: row.statusFields }, row.statusSchema);

/** A container that will never be published. Its reason names the subcode, where the platform has one. */
function broken(
  { api: { platform, failures } }: StatusRow,
  { accessToken }: OpenedGraph,
  { status, reason }: ContainerStatus,
  answer: HttpResponse,
): FailedStep {
  const subcode = /\b\d{7}\b/.exec(reason ?? '')?.[0];
  const said = { error: status, message: reason, ...(subcode !== undefined && { subcode: Number(subcode) }) };
  const context = { platform, purpose: 'prepare', secrets: [accessToken] } as const;
  return responseFailure(answer, { ...failures, read: () => said }, context);
}

/** Nothing was published: another one can be made. */
function outOfSight({ api: { platform } }: StatusRow, { failure }: FailedStep): FailedStep {
  const { platformError: raw, platformStatusCode: status } = failure;
  const happened = 'lost the post that it was preparing';
  const context = { platform, purpose: 'prepare', secrets: [] } as const;
  return failed('PLATFORM_SERVER_ERROR', context, { outcome: 'rejected', happened, raw, status });
}

function tooSlow({ api: { platform } }: StatusRow, purpose: 'prepare' | 'look'): FailedStep {
  const outcome = purpose === 'look' ? 'unknown' : 'rejected';
  const happened = 'did not finish preparing the post in time';
  return failed('TIMEOUT_ERROR', { platform, purpose, secrets: [] }, { outcome, happened });
}
