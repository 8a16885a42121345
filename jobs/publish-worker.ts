import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { LiveHub } from '../src/domain/events/live-hub.js';
import { RESYNC } from '../src/domain/events/live-hub.js';
import { POST_EVENTS } from '../src/domain/posts/progress/live-event.repository.js';
import { LEAD_MS } from '../src/domain/posts/state/publish-job.js';
import type { PublishPost } from '../src/domain/publishing/publish-post.use-case.js';
import type { PauseWatch } from '../src/domain/publishing/watch-pause.use-case.js';
import { MINUTE_MS } from '../src/foundation/time/durations.js';
import { PLATFORM_KEYS } from '../src/platforms/port/platform.js';
import { makeDueAlarm } from './due-alarm.js';
import type { DueQueues } from './due-queues.js';
import { startJobRunner } from './job-runner.js';
import type { JobTraces } from './job-traces.js';
import { HIGHEST_PRIORITY, priorityOf } from './publish-queue.js';
import { PUBLISH_QUEUE, type PublishJobData } from './queues.js';
import type { Heartbeat } from './watchdog.js';

/**
 * A post that is later than this comes out of an outage. Such posts go out oldest first and in a tenth of the slots
 * [late-posts/paced], so that they neither flood a platform nor make the posts of this minute late.
 */
const LATE_AFTER_MS = 60_000;
const LATE_SHARE = 0.1;
/** The alarm knows the times up to here, and reads on before they run out. */
const HORIZON_MS = 15 * MINUTE_MS;
const READ_AHEAD_MS = 10 * MINUTE_MS;

/**
 * Publishes posts at the moment they are due. Returns a function that stops it: it takes no more posts and ends those
 * in progress.
 */
export function startPublishWorker(needs: {
  boss: PgBoss;
  dueQueues: DueQueues;
  hub: LiveHub;
  publishPost: PublishPost;
  pause: Pick<PauseWatch, 'current' | 'onResume'>;
  /** Moments up to `until` at which jobs fall due. */
  upcoming: (until: Date) => Promise<Date[]>;
  concurrency: number;
  /** Platforms whose posts are left to other workers. */
  otherPlatforms: readonly string[];
  heartbeatSeconds: number;
  pulse: Heartbeat;
  clock: () => Date;
  traces?: JobTraces;
  log: Logger;
}): () => Promise<void> {
  const { hub, publishPost, pause, concurrency, otherPlatforms, clock, log } = needs;
  const ignoreGroups = [...otherPlatforms];
  const maxLate = Math.max(1, Math.floor(concurrency * LATE_SHARE));
  /** Above the posts of later minutes, of which there may be millions; the next one is left to the database's clock. */
  const lowestPriority = () => priorityOf(new Date(clock().getTime() + MINUTE_MS));
  const runner = startJobRunner<PublishJobData>({
    ...needs,
    queue: PUBLISH_QUEUE,
    handle(job) {
      const { postId, groupId, generation } = job.data;
      return publishPost({ postId, groupId, generation }, job);
    },
    lowestPriority,
    groups: PLATFORM_KEYS.filter((key) => !ignoreGroups.includes(key)),
    shares() {
      const lateBefore = priorityOf(new Date(clock().getTime() - LATE_AFTER_MS));
      return [
        {
          name: 'on time',
          slots: concurrency,
          options: { ignoreGroups, minPriority: lowestPriority(), maxPriority: lateBefore },
        },
        {
          name: 'late',
          slots: maxLate,
          options: {
            ignoreGroups,
            minPriority: lateBefore + 1,
            ...(pause.current() && { maxPriority: HIGHEST_PRIORITY }),
          },
        },
      ];
    },
  });
  pause.onResume(runner.fetchNow);
  // Late posts are found by the poll.
  const alarm = makeDueAlarm(runner.fetchFirst, clock);
  const announce = (dueAt: number) => alarm.add(dueAt - LEAD_MS);

  /** Gives the alarm the times that no notification announced: posts scheduled before this process started, or long ago. */
  async function readUpcoming(): Promise<void> {
    try {
      for (const due of await needs.upcoming(new Date(clock().getTime() + HORIZON_MS))) announce(due.getTime());
    } catch (error) {
      log.warn({ err: error }, 'Upcoming posts could not be read; the poll finds them');
    }
  }

  const unfollow = hub.follow(POST_EVENTS, null, (notice) => {
    if (notice === RESYNC) {
      void readUpcoming();
      return runner.fetchNow();
    }
    const horizon = clock().getTime() + HORIZON_MS;
    for (const due of notice.due) {
      if (due < horizon) announce(due);
    }
  });
  const readAhead = setInterval(() => void readUpcoming(), READ_AHEAD_MS);
  void readUpcoming();

  return async () => {
    unfollow();
    alarm.stop();
    clearInterval(readAhead);
    await runner.stop();
  };
}
