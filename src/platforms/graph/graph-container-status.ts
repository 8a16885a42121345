/** Status of a part's containers (graph-container.ts), and why one of them failed. */
import { z } from 'zod';
import type { HttpResponse } from '../../foundation/http-client/http.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import { type FailureRow, responseFailure } from '../kit/failure-table.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import type { Clock, LookupResult, Step } from '../port/platform.js';
import { type GraphApi, graphId, type OpenedGraph } from './graph-api.js';
import { quotaRegainedAt, subcodes, UNKNOWN_OBJECT } from './graph-errors.js';

/** FINISHED can be published, PUBLISHED is published; `reason` explains an ERROR. */
export interface ContainerStatus {
  status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  reason?: string;
}
export const containerStatuses = z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']);

/** How a platform reports the status of a container. */
export interface StatusRow {
  api: GraphApi;
  statusFields: string;
  statusSchema: z.ZodType<ContainerStatus>;
}

/** Errors of failed containers and of file processing. */
export const CONTAINER_ROWS: readonly FailureRow[] = [
  ...subcodes([2207004], 'CONTENT_TOO_LARGE'),
  ...subcodes([2207005, 2207023, 2207026, 2207009, 2207010, 2207028, 2207057], 'INVALID_CONTENT'),
  { subcode: 2207042, code: 'RATE_LIMITED', retryAt: quotaRegainedAt },
  ...subcodes([2207050, 2207051], 'PERMISSION_DENIED'),
  // The file could not be fetched, or not in time; a container that is not ready yet, or has expired.
  ...subcodes([2207003, 2207052, 2207053, 2207032, 2207001], 'PLATFORM_SERVER_ERROR'),
  ...subcodes([2207027, 2207008, 2207020], 'PLATFORM_SERVER_ERROR'),
  { error: 'EXPIRED', code: 'PLATFORM_SERVER_ERROR' },
  { error: 'ERROR', code: 'INVALID_CONTENT' },
];

export const progressSchema = z.object({
  /** The containers of several files, in the order of the part; none for a single file. */
  items: z.array(graphId),
  /** The container of the post; null while its items are being processed. */
  container: graphId.nullable(),
  /** Whether all containers were finished: from then on the next write may have been sent. */
  isFinished: z.boolean(),
  /** When the first container was created, in epoch milliseconds. */
  since: z.number(),
});
export type Progress = z.infer<typeof progressSchema>;

/** Polls unpublished containers: `ready` once all of them are finished. */
export async function awaitContainers(
  row: StatusRow,
  opened: OpenedGraph,
  progress: Progress,
  clock: Clock,
): Promise<Step> {
  for (const id of progress.container === null ? progress.items : [progress.container]) {
    const result = await fetchStatus(row, opened, id);
    if (result.kind === 'rejected') {
      return result.subcode === UNKNOWN_OBJECT ? outOfSight(row, result.step) : retryPoll(result.step, progress, clock);
    }
    const { status } = result.value;
    if (status === 'ERROR' || status === 'EXPIRED') return broken(row, opened, result.value, result.answer);
    // It was published after all: look it up from here on.
    if (status === 'PUBLISHED') return { kind: 'pending', state: { ...progress, isFinished: true }, checkAfterMs: 0 };
    if (status === 'IN_PROGRESS')
      return isOverdue(progress, clock) ? tooSlow(row, 'prepare') : pollAgain(progress, clock);
  }
  return { kind: 'ready', state: { ...progress, isFinished: true } };
}

/**
 * Status of a container after the response to its publishing request was lost. Null if it was published or cannot be
 * found: then the account's list of posts decides.
 */
export async function fetchPublished(
  row: StatusRow,
  opened: OpenedGraph,
  progress: Progress,
  container: string,
  clock: Clock,
): Promise<LookupResult | null> {
  const result = await fetchStatus(row, opened, container);
  if (result.kind === 'rejected') return result.subcode === UNKNOWN_OBJECT ? null : result.step;
  switch (result.value.status) {
    case 'PUBLISHED':
      return null;
    case 'FINISHED':
      return { kind: 'absent' };
    case 'IN_PROGRESS':
      return isOverdue(progress, clock) ? tooSlow(row, 'lookup') : pollAgain(progress, clock);
    default:
      return broken(row, opened, result.value, result.answer);
  }
}

const fetchStatus = (row: StatusRow, { graph }: OpenedGraph, id: string) =>
  graph.get(`/${id}`, { fields: row.statusFields }, row.statusSchema);

/** A container that can never be published. Its reason includes the subcode, if there is one. */
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

/** Nothing was published: another container can be created. */
function outOfSight({ api: { platform } }: StatusRow, { failure }: FailedStep): FailedStep {
  const { platformError: raw, platformStatusCode: status } = failure;
  const happened = 'lost the post that it was preparing';
  const context = { platform, purpose: 'prepare', secrets: [] } as const;
  return failed('PLATFORM_SERVER_ERROR', context, { outcome: 'rejected', happened, raw, status });
}

function tooSlow({ api: { platform } }: StatusRow, purpose: 'prepare' | 'lookup'): FailedStep {
  const outcome = purpose === 'lookup' ? 'unknown' : 'rejected';
  const happened = 'did not finish preparing the post in time';
  return failed('TIMEOUT_ERROR', { platform, purpose, secrets: [] }, { outcome, happened });
}
