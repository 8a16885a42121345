/** Posting schedules, and the queues of posts that take their times. */
import type { CallOptions } from './call-options.js';
import { ListPostingSchedules, ListQueue, type PostGroup, type PostingSchedule } from './operations.js';
import type { Endpoint } from './options.js';
import { itemsOf } from './pages.js';
import { PublishingError } from './publishing-error.js';
import { runOperation } from './run-operation.js';

export interface SchedulesApi {
  /** The posting schedules, oldest first, each with its next ten free times. */
  list(options?: CallOptions): AsyncGenerator<PostingSchedule, void, undefined>;
  /** The posts of a schedule's queue in their order. Error: POSTING_SCHEDULE_NOT_FOUND. */
  queue(id: string, options?: CallOptions): AsyncGenerator<PostGroup, void, undefined>;
}

const PAGE_SIZE = 50;

export const makeSchedules = (endpoint: Endpoint): SchedulesApi => ({
  list: ({ signal } = {}) =>
    itemsOf(async (after) => {
      const variables = { first: PAGE_SIZE, after };
      const options = { signal, isRepeatable: true };
      return (await runOperation(endpoint, ListPostingSchedules, variables, options)).postingSchedules;
    }),
  queue: (id, { signal } = {}) =>
    itemsOf(async (after) => {
      const variables = { id, first: PAGE_SIZE, after };
      const { postingSchedule } = await runOperation(endpoint, ListQueue, variables, { signal, isRepeatable: true });
      if (postingSchedule) return postingSchedule.queue;
      throw new PublishingError(`There is no posting schedule ${id}.`, { code: 'POSTING_SCHEDULE_NOT_FOUND' });
    }),
});
