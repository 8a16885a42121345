import { Repeater } from '@repeaterjs/repeater';
import { makeTurns, type Turns } from '../../foundation/concurrency/turns.js';
import { makeRetryingReader } from '../../foundation/database/retrying-reader.js';
import { type Group, openGroup, QUEUE_MAX } from './deliver-to-group.step.js';
import type { Making, Receiver, SharedEvents, Source, Step, Wanted } from './feed.js';

/** The feeds of this process that have subscribers, by name. */
export interface Feeds<Position, Event> {
  /** The source of the first subscriber of a name is used. Rejects if the database is unavailable. */
  subscribe(
    name: string,
    source: Source<Position, Event>,
    wanted: Wanted<Position, Event>,
  ): Promise<SharedEvents<Event>>;
}

/** Time in a turn of the event loop that deliveries may take, in milliseconds. */
const TURN_MS = 5;

const NEVER = () => false;

export function makeFeeds<Position, Event>(): Feeds<Position, Event> {
  const open = new Map<string, { feed: Promise<Feed<Position, Event>>; enter(): void; leave(): void }>();
  const turns = makeTurns(TURN_MS);

  function openNamed(name: string, source: Source<Position, Event>) {
    let subscribers = 0;
    const leave = () => {
      subscribers -= 1;
      if (subscribers > 0) return;
      open.delete(name);
      feed.then(
        ({ close }) => close(),
        () => undefined,
      );
    };
    const feed = openFeed(source, turns, leave);
    const enter = () => {
      subscribers += 1;
    };
    const entry = { feed, enter, leave };
    open.set(name, entry);
    return entry;
  }

  return {
    async subscribe(name, source, { after, skips = NEVER }) {
      const { feed, enter, leave } = open.get(name) ?? openNamed(name, source);
      enter();
      try {
        const { advance, deliver } = await feed;
        const present = await advance();
        const wanted = { after: after ?? present, skips };
        return asEvents((making, receiver) => deliver(making, receiver, wanted));
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

type Deliver<Event> = SharedEvents<Event>['deliver'];

const asEvents = <Event>(deliver: Deliver<Event>): SharedEvents<Event> => ({
  deliver,
  [Symbol.asyncIterator]: () =>
    new Repeater<Event>(async (push, stop) => {
      const making: Making<Event, Event> = { key: '', make: async (event) => event };
      const end = deliver(making, {
        async receive(some) {
          for (const event of some) await push(event);
        },
        end: stop,
      });
      await stop;
      end();
    }),
});

/** One sequence of events for all its subscribers in this process. */
interface Feed<Position, Event> {
  /** Reads what is stored at the time of the call; the position after it. */
  advance(): Promise<Position>;
  deliver<Made>(
    making: Making<Event, Made>,
    receiver: Receiver<Made>,
    wanted: { after: Position; skips: (event: Event) => boolean },
  ): () => void;
  close(): void;
}

/**
 * Reads each event once, for the groups of those who get the same of it.
 *
 * A notification only triggers a read, so a lost one is harmless; while the database is unavailable the feed waits.
 * `onLeave` is called once for each delivery, however it ends.
 */
async function openFeed<Position, Event>(
  source: Source<Position, Event>,
  turns: Turns,
  onLeave: () => void,
): Promise<Feed<Position, Event>> {
  /** Where every group stands that is not behind, or will once its queue is delivered. */
  let position: Position = await source.present();
  let failure: { error: unknown } | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: equal keys stand for the same work.
  const groups = new Map<string, Group<Position, Event, any>>();
  let reading: Promise<void> | undefined;
  let readingNext: Promise<void> | undefined;

  async function read(): Promise<void> {
    const undelivered: Step<Position, Event>[] = [];
    const from = position;
    let at = from;
    for (let more = true; more; ) {
      const read = await source.read(at, null);
      // If there are more events than fit in a queue, each group reads by itself.
      if (undelivered.length <= QUEUE_MAX) undelivered.push(...read.steps);
      ({ position: at, more } = read);
    }
    position = at;
    for (const group of groups.values()) group.add(undelivered, from);
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
      for (const group of [...groups.values()]) group.fail(error);
    },
  );
  /** Whether a wake-up is on its way: notices of one transaction come in one turn and are one read. */
  let isWaking = false;
  const unlisten = source.listen(() => {
    if (isWaking) return;
    isWaking = true;
    setImmediate(() => {
      isWaking = false;
      reader.wake();
    });
  });

  function open<Made>(making: Making<Event, Made>): Group<Position, Event, Made> {
    const { key } = making;
    const feed = { position: () => position, failure: () => failure };
    const group = openGroup(making, { source, turns, feed, onLeave, onEmpty: () => groups.delete(key) });
    groups.set(key, group);
    return group;
  }

  return {
    async advance() {
      await advance();
      return position;
    },
    deliver(making, receiver, { after, skips }) {
      const group = groups.get(making.key) ?? open(making);
      const member = { receiver, skips, since: 0, reader: undefined, isOver: false };
      group.enter(member, after);
      return () => group.leave(member);
    },
    close() {
      reader.stop();
      unlisten();
    },
  };
}
