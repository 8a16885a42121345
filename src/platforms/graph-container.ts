/**
 * Posts that are made from containers, as two of the Graph APIs have them: a container is made, its platform fetches
 * the files and works on them, and what is finished is published, once. Several files are a container each, and one
 * more that holds them together.
 *
 * A container can be asked whether it was published: after a lost answer it is, and nothing is published twice.
 */
import { z } from 'zod';
import { type FailedStep, failed, type Purpose } from './failed-step.js';
import { FAILURES } from './failure.js';
import { answerFailure, type FailureRow } from './failure-table.js';
import {
  createdSchema,
  type Fields,
  type Graph,
  type GraphApi,
  graphId,
  type OpenedGraph,
  openGraph,
} from './graph-api.js';
import { regainAt, subcodes } from './graph-errors.js';
import type { Http, HttpAnswer } from './http.js';
import type { Account, Part, PartMedia, PlatformSetup, Publisher, Sighting, Step } from './platform.js';
import { askAgain, isOverdue } from './waiting.js';

/** FINISHED can be published, PUBLISHED was; of an ERROR, `reason` tells more. */
export interface ContainerStatus {
  status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  reason?: string;
}
export const containerStatuses = z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']);

/** How a platform makes its posts. */
export interface ContainerRow {
  api: GraphApi;
  /** Where containers are made, and where they are published. */
  paths(account: Account): { create: string; publish: string };
  statusFields: string;
  statusSchema: z.ZodType<ContainerStatus>;
  /** The subcode of a container that is published too early. */
  notReady: number;
  /** What is no post of this platform; null for what is. */
  refuse(part: Part): FailedStep | null;
  /** The container of one of several files. */
  item(file: PartMedia): Fields;
  /** The container that is the post; of several files it holds `items`, and `part` may come without media. */
  post(part: Part, items: readonly string[]): Fields;
  /** Looks for a part that is live. */
  find(graph: Graph, part: Part, account: Account): Promise<Sighting>;
}

/** What a container that failed, and the platform's work on files, may be refused for. */
export const CONTAINER_ROWS: readonly FailureRow[] = [
  ...subcodes([2207004], 'CONTENT_TOO_LARGE'),
  ...subcodes([2207005, 2207023, 2207026, 2207009, 2207010, 2207028, 2207057], 'INVALID_CONTENT'),
  { subcode: 2207042, code: 'RATE_LIMITED', retryAt: regainAt },
  ...subcodes([2207050, 2207051], 'PERMISSION_DENIED'),
  // The file could not be fetched, or not in time; a container that came too early, or that is too old.
  ...subcodes([2207003, 2207052, 2207053, 2207032, 2207001], 'PLATFORM_SERVER_ERROR'),
  ...subcodes([2207027, 2207008, 2207020], 'PLATFORM_SERVER_ERROR'),
  { error: 'EXPIRED', code: 'PLATFORM_SERVER_ERROR' },
  { error: 'ERROR', code: 'INVALID_CONTENT' },
];

const progressSchema = z.object({
  /** The containers of several files, in the order of the part; of one file there are none. */
  items: z.array(graphId),
  /** The container that is the post; null while the items are not finished. */
  container: graphId.nullable(),
  /** Whether all of that was finished: from then on the next write may have been sent. */
  isFinished: z.boolean(),
  /** When the first one was made, in milliseconds since 1970. */
  since: z.number(),
});
type Progress = z.infer<typeof progressSchema>;

export const makeContainerPublisher =
  (row: ContainerRow) =>
  (http: Http, setup: PlatformSetup): Publisher => {
    const open = (account: Account, purpose: Purpose) => openGraph(http, row.api, setup, account, purpose);
    const create = (graph: Graph, account: Account, fields: Fields) =>
      graph.post(row.paths(account).create, fields, createdSchema);

    return {
      async start(part, account) {
        const refused = row.refuse(part);
        if (refused) return refused;
        const opened = open(account, 'prepare');
        if (opened.kind === 'failed') return opened;
        const isOne = part.media.length <= 1;
        const ids: string[] = [];
        for (const fields of isOne ? [row.post(part, [])] : part.media.map(row.item)) {
          const created = await create(opened.graph, account, fields);
          if (created.kind === 'refused') return created.step;
          ids.push(created.value.id);
        }
        const [container = null] = isOne ? ids : [];
        const items = isOne ? [] : ids;
        return wait(row, opened, { items, container, isFinished: false, since: Date.now() });
      },

      async look(part, account, state) {
        // Nothing is published before a state was stored.
        if (!state) return { kind: 'absent' };
        const progress = progressSchema.parse(state);
        const { container, isFinished } = progress;
        // Of the items nothing becomes visible: the container of all of them can be made again.
        if (isFinished && container === null) return { kind: 'ready', state: progress };
        const opened = open(account, isFinished ? 'look' : 'prepare');
        if (opened.kind === 'failed') return opened;
        if (!isFinished || container === null) return wait(row, opened, progress);
        const witnessed = await witness(row, opened, progress, container);
        return witnessed === 'published' ? row.find(opened.graph, part, account) : witnessed;
      },

      async finish(part, account, state) {
        const progress = progressSchema.parse(state);
        const { items, container } = progress;
        const opened = open(account, container === null ? 'prepare' : 'write');
        if (opened.kind === 'failed') return opened;
        if (container === null) {
          const created = await create(opened.graph, account, row.post(part, items));
          if (created.kind === 'refused') return created.step;
          return wait(row, opened, { ...progress, container: created.value.id, isFinished: false });
        }
        const fields = { creation_id: container };
        const published = await opened.graph.post(row.paths(account).publish, fields, createdSchema);
        if (published.kind === 'read') return { kind: 'published', postedId: published.value.id };
        const isEarly = published.subcode === row.notReady && !isOverdue(progress);
        return isEarly ? askAgain({ ...progress, isFinished: false }) : published.step;
      },
    };
  };

/** Asks the containers that are not published yet: `ready` when all of them are finished. */
async function wait(row: ContainerRow, opened: OpenedGraph, progress: Progress): Promise<Step> {
  for (const id of progress.container === null ? progress.items : [progress.container]) {
    const asked = await askStatus(row, opened, id);
    if (asked.kind === 'refused') {
      const isPassing = FAILURES[asked.step.failure.code].retryable && !isOverdue(progress);
      return isPassing ? askAgain(progress) : asked.step;
    }
    const { status } = asked.value;
    if (status === 'ERROR' || status === 'EXPIRED') return broken(row, opened, asked.value, asked.answer);
    // It was published after all: from here on it is looked for.
    if (status === 'PUBLISHED') return { kind: 'pending', state: { ...progress, isFinished: true }, checkAfterMs: 0 };
    if (status === 'IN_PROGRESS') return isOverdue(progress) ? tooSlow(row, 'prepare') : askAgain(progress);
  }
  return { kind: 'ready', state: { ...progress, isFinished: true } };
}

/** Whether a container was published, after the answer to that was lost. */
async function witness(
  row: ContainerRow,
  opened: OpenedGraph,
  progress: Progress,
  container: string,
): Promise<Sighting | 'published'> {
  const asked = await askStatus(row, opened, container);
  if (asked.kind === 'refused') return asked.step;
  switch (asked.value.status) {
    case 'PUBLISHED':
      return 'published';
    case 'FINISHED':
      return { kind: 'absent' };
    case 'IN_PROGRESS':
      return isOverdue(progress) ? tooSlow(row, 'look') : askAgain(progress);
    default:
      return broken(row, opened, asked.value, asked.answer);
  }
}

const askStatus = (row: ContainerRow, { graph }: OpenedGraph, id: string) =>
  graph.get(`/${id}`, { fields: row.statusFields }, row.statusSchema);

/** A container that will never be published. Its reason names the subcode, where the platform has one. */
function broken(
  { api: { platform, failures } }: ContainerRow,
  { accessToken }: OpenedGraph,
  { status, reason }: ContainerStatus,
  answer: HttpAnswer,
): FailedStep {
  const subcode = /\b\d{7}\b/.exec(reason ?? '')?.[0];
  const said = { error: status, words: reason, ...(subcode !== undefined && { subcode: Number(subcode) }) };
  const context = { platform, purpose: 'prepare', secrets: [accessToken] } as const;
  return answerFailure(answer, { ...failures, read: () => said }, context);
}

function tooSlow({ api: { platform } }: ContainerRow, purpose: 'prepare' | 'look'): FailedStep {
  const outcome = purpose === 'look' ? 'unknown' : 'rejected';
  const happened = 'did not get the post ready in time';
  return failed('TIMEOUT_ERROR', { platform, purpose, secrets: [] }, { outcome, happened });
}
