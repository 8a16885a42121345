import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import { type PostingSchedule, schedulesById } from './posting-schedule.repository.js';
import { positionsOf, type QueuePosition } from './queue.repository.js';

export interface ScheduleLoaders {
  postingSchedule: DataLoader<string, PostingSchedule | null>;
  /** The place of a group in its queue at the time of the operation. */
  queuePosition: DataLoader<{ groupId: string; now: Date }, QueuePosition | null, string>;
}

/** What the resolvers of schedules find in the context of an operation. */
export interface SchedulesContext {
  loaders: ScheduleLoaders;
}

export const makeScheduleLoaders = (db: Db): ScheduleLoaders => ({
  postingSchedule: loaderById((ids) => schedulesById(db, ids)),
  queuePosition: new DataLoader(
    async (keys) => {
      const [{ now } = { now: new Date() }] = keys;
      const groupIds = keys.map(({ groupId }) => groupId);
      const found = new Map((await positionsOf(db, groupIds, now)).map((one) => [one.groupId, one]));
      return groupIds.map((id) => found.get(id) ?? null);
    },
    { cacheKeyFn: ({ groupId }) => groupId },
  ),
});
