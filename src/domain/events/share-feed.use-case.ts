import { setImmediate } from 'node:timers/promises';
import { Repeater } from '@repeaterjs/repeater';
import { makeStream } from '../../foundation/concurrency/stream.js';
import { makeRetryingReader } from '../../foundation/database/retrying-reader.js';
import type { Source, Step, Wanted } from './feed.js';

/** The feeds of this process that have subscribers, by name. */
export interface Feeds<Position, Event> {
  /** The source of the first subscriber of a name is used. Rejects if the database is unavailable. */
  subscribe(
    name: string,
    source: Source<Position, Event>,
    wanted: Wanted<Position, Event>,
  ): Promise<AsyncIterable<Event>>;
}

export function makeFeeds<Position, Event>(): Feeds<Position, Event> {
  const open = new Map<string, { feed: Promise<Feed<Position, Event>>; subscribers: number }>();
  return {
    async subscribe(name, source, wanted) {
      const entry = open.get(name) ?? { feed: openFeed(source), subscribers: 0 };
      open.set(name, entry);
      entry.subscribers += 1;
      const leave = () => {
        entry.subscribers -= 1;
        if (entry.subscribers > 0) return;
        open.delete(name);
        entry.feed.then(
          (feed) => feed.close(),
          () => undefined,
        );
      };
      try {
        const feed = await entry.feed;
        const events = await feed.subscribe(wanted);
        return makeStream(events, { map: (event) => event, onEnd: leave });
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** One sequence of events for all its subscribers in this process. */
interface Feed<Position, Event> {
  subscribe(wanted: Wanted<Position, Event>): Promise<AsyncIterable<Event>>;
  close(): void;
}

interface Follower<Position, Event> {
  tell(steps: Step<Position, Event>[]): void;
  fail(error: unknown): void;
}

/** Maximum queued events per subscriber. */
const QUEUE_MAX = 500;
/** How many subscribers are notified before yielding to other work. */
const TOLD_AT_ONCE = 200;

/**
 * Reads each event once and delivers the same object to all subscribers, so that results derived from it can be shared.
 * A subscriber that is behind the feed catches up by itself and then joins atomically; one that falls behind leaves the
 * feed and catches up again. So no subscriber waits for the slowest, queues are bounded, and each gets every event
 * once.
 *
 * A notification only triggers a read, so a lost one is harmless; while the database is unavailable the feed waits.
 */
async function openFeed<Position, Event>(source: Source<Position, Event>): Promise<Feed<Position, Event>> {
  /** Where every follower stands, or will once its queue is delivered. */
  let position: Position = await source.present();
  let failure: { error: unknown } | undefined;
  const followers = new Set<Follower<Position, Event>>();
  let reading: Promise<void> | undefined;
  let readingNext: Promise<void> | undefined;

  async function read(): Promise<void> {
    const undelivered: Step<Position, Event>[] = [];
    let at = position;
    for (let more = true; more; ) {
      const read = await source.read(at, null);
      // If there are more events than fit in a queue, each subscriber reads by itself.
      if (undelivered.length <= QUEUE_MAX) undelivered.push(...read.steps);
      ({ position: at, more } = read);
    }
    position = at;
    if (undelivered.length > 0) await tellAll(undelivered);
  }

  async function tellAll(steps: Step<Position, Event>[]): Promise<void> {
    // Who joins meanwhile stands after these already.
    for (const [index, follower] of [...followers].entries()) {
      if (index % TOLD_AT_ONCE === TOLD_AT_ONCE - 1) await setImmediate();
      if (followers.has(follower)) follower.tell(steps);
    }
  }

  /** Reads what is stored at the time of the call: a call during a reading waits for one more. */
  function advance(): Promise<void> {
    if (!reading) {
      reading = read().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    readingNext ??= reading
      .catch(() => undefined)
      .then(() => {
        readingNext = undefined;
        return advance();
      });
    return readingNext;
  }

  const reader = makeRetryingReader(
    async () => {
      await advance();
      return false;
    },
    (error) => {
      failure = { error };
      for (const follower of [...followers]) follower.fail(error);
    },
  );
  const unlisten = source.listen(reader.wake);

  const follow = (start: Position, skips: (event: Event) => boolean): AsyncIterable<Event> =>
    new Repeater(async (push, stop) => {
      let at = start;
      let stopped = false;
      let queue: Step<Position, Event>[] = [];
      let isTelling = false;

      async function tell({ event, position: after }: Step<Position, Event>): Promise<void> {
        at = after;
        if (skips(event)) return;
        await push(event);
        if (source.isLast?.(event)) stop();
      }

      async function tellQueue(): Promise<void> {
        isTelling = true;
        for (let step = queue.shift(); step && !stopped; step = queue.shift()) await tell(step);
        isTelling = false;
        if (!followers.has(follower)) alone.wake();
      }

      const follower: Follower<Position, Event> = {
        tell(steps) {
          if (queue.length + steps.length > QUEUE_MAX) followers.delete(follower);
          else queue = queue.concat(steps);
          if (!isTelling) void tellQueue();
        },
        fail: stop,
      };

      const alone = makeRetryingReader(async () => {
        const target = position;
        const behind = await source.read(at, target);
        for (const step of behind.steps) {
          if (stopped) return false;
          await tell(step);
        }
        at = behind.position;
        if (behind.more || position !== target) return true;
        if (failure) throw failure.error;
        if (!stopped) followers.add(follower);
        return false;
      }, stop);

      if (at === position) followers.add(follower);
      else alone.wake();
      await stop;
      stopped = true;
      alone.stop();
      followers.delete(follower);
    });

  return {
    async subscribe({ after, skips = () => false }) {
      await advance();
      return follow(after ?? position, skips);
    },
    close() {
      reader.stop();
      unlisten();
    },
  };
}
