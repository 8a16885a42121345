import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { recordEvents } from '../posts/live-event.repository.js';
import { isPostedByAnother, postedIdsSince } from '../posts/post-group.repository.js';
import type { PublishQueue } from '../posts/publish-queue.js';
import type { AnnounceEvents } from '../webhooks/announce-events.use-case.js';
import { noteAttempt } from './publish-attempt.repository.js';
import type { PublishStore } from './publish-store.js';
import { findTurns, holdGroups, storeTurns } from './turn.repository.js';

/** The store of publishing on Postgres. */
export const makePublishStore = (needs: {
  db: Db;
  transaction: Transaction;
  publishQueue: PublishQueue;
  announce: AnnounceEvents;
}): PublishStore => {
  const { db, publishQueue } = needs;
  return {
    findTurns: (postIds) => findTurns(db, postIds),
    transaction: (work) =>
      needs.transaction((tx) =>
        work({
          holdGroups: (groupIds) => holdGroups(tx, groupIds),
          storeTurns: (turns, now) => storeTurns(tx, turns, now),
          recordEvents: (events, now) => recordEvents(tx, events, now),
          announce: (events, now) => needs.announce(tx, events, now),
          enqueue: (jobs) => publishQueue.enqueue(tx, jobs),
          endJobs: (jobs) => publishQueue.end(tx, jobs),
        }),
      ),
    noteAttempt: (known, notes) => noteAttempt(db, known, notes),
    postedIdsSince: (post, since) => postedIdsSince(db, post, since),
    isPostedByAnother: (post, postedId) => isPostedByAnother(db, post, postedId),
  };
};
