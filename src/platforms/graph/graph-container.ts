/**
 * Publishing with containers, as in two of the Graph APIs: a container is created, the platform fetches and processes
 * the files, and the finished container is published once. Several files have a container each, plus one for the
 * carousel.
 *
 * A container reports whether it was published: it is checked after a lost response, so nothing is published twice.
 */

import type { Http } from '../../foundation/http-client/http.js';
import type { Purpose } from '../kit/failed-step.js';
import { isOverdue, pollAgain } from '../kit/polling.js';
import type { Account } from '../port/account.js';
import type { Clock, LookupResult, Part, PartMedia, PlatformSetup, Publisher } from '../port/platform.js';
import { createdSchema, type Fields, type Graph, openGraph } from './graph-api.js';
import { awaitContainers, fetchPublished, progressSchema, type StatusRow } from './graph-container-status.js';
import { fetchPermalink } from './graph-posts.js';

/** What differs between platforms. */
export interface ContainerRow extends StatusRow {
  /** Endpoints that create and publish containers. */
  paths(account: Account): { create: string; publish: string };
  /** Subcode of publishing a container that is not ready. */
  notReady: number;
  /** The container of one of several files. */
  item(file: PartMedia): Fields;
  /** The container of the post; for several files it contains `items`, and `part` may have no media. */
  post(part: Part, items: readonly string[]): Fields;
  /** Looks for a part that is live. */
  find(graph: Graph, part: Part, account: Account): Promise<LookupResult>;
}

/** Creates a publisher that uses containers. */
export const makeContainerPublisher =
  (row: ContainerRow) =>
  (http: Http, setup: PlatformSetup, clock: Clock): Publisher => {
    const open = (account: Account, purpose: Purpose) => openGraph(http, row.api, setup, account, purpose);
    const create = (graph: Graph, account: Account, fields: Fields) =>
      graph.post(row.paths(account).create, fields, createdSchema);

    return {
      async start(part, account) {
        const opened = open(account, 'prepare');
        if (opened.kind === 'failed') return opened;
        const isOne = part.media.length <= 1;
        const ids: string[] = [];
        for (const fields of isOne ? [row.post(part, [])] : part.media.map(row.item)) {
          const created = await create(opened.graph, account, fields);
          if (created.kind === 'rejected') return created.step;
          ids.push(created.value.id);
        }
        const [container = null] = isOne ? ids : [];
        const items = isOne ? [] : ids;
        const since = clock().getTime();
        return awaitContainers(row, opened, { items, container, isFinished: false, since }, clock);
      },

      async lookUp(part, account, state) {
        // Nothing is published before the state is stored.
        if (!state) return { kind: 'absent' };
        const progress = progressSchema.parse(state);
        const { container, isFinished } = progress;
        // Items are not visible: the carousel container can be created again.
        if (isFinished && container === null) return { kind: 'ready', state: progress };
        const opened = open(account, isFinished ? 'lookup' : 'prepare');
        if (opened.kind === 'failed') return opened;
        if (!isFinished || container === null) return awaitContainers(row, opened, progress, clock);
        const seen = await fetchPublished(row, opened, progress, container, clock);
        if (seen) return seen;
        const found = await row.find(opened.graph, part, account);
        if (found.kind !== 'absent') return found;
        // What was published a moment ago is not in the list yet.
        return isOverdue(progress, clock) ? { kind: 'unsupported' } : pollAgain(progress, clock);
      },

      async finish(part, account, state) {
        const progress = progressSchema.parse(state);
        const { items, container } = progress;
        const opened = open(account, container === null ? 'prepare' : 'write');
        if (opened.kind === 'failed') return opened;
        if (container === null) {
          const created = await create(opened.graph, account, row.post(part, items));
          if (created.kind === 'rejected') return created.step;
          const made = { ...progress, container: created.value.id, isFinished: false };
          return awaitContainers(row, opened, made, clock);
        }
        const fields = { creation_id: container };
        const published = await opened.graph.post(row.paths(account).publish, fields, createdSchema);
        if (published.kind === 'ok') {
          const postedId = published.value.id;
          // A read: it must not be taken for another publishing request.
          const reading = open(account, 'lookup');
          const address = reading.kind === 'opened' ? await fetchPermalink(reading.graph, postedId) : {};
          return { kind: 'published', postedId, ...address };
        }
        const isEarly = published.subcode === row.notReady && !isOverdue(progress, clock);
        return isEarly ? pollAgain({ ...progress, isFinished: false }, clock) : published.step;
      },
    };
  };
