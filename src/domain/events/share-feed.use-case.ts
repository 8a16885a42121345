import { Repeater } from '@repeaterjs/repeater';
import { makeTurns, type Turns } from '../../foundation/concurrency/turns.js';
import { makeRetryingReader } from '../../foundation/database/retrying-reader.js';
import { type Audience, openAudience, QUEUE_MAX } from './deliver-to-audience.step.js';
import type { Entry, Receiver, Renderer, SharedEvents, Source, Wanted } from './feed.js';

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
        return asEvents((renderer, receiver) => deliver(renderer, receiver, wanted));
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
      const renderer: Renderer<Event, Event> = { key: '', render: async (event) => event };
      const end = deliver(renderer, {
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
  deliver<Rendered>(
    renderer: Renderer<Event, Rendered>,
    receiver: Receiver<Rendered>,
    wanted: { after: Position; skips: (event: Event) => boolean },
  ): () => void;
  close(): void;
}

/**
 * Reads each event once, for all of its audiences.
 *
 * A notification only triggers a read, so a lost one is harmless; while the database is unavailable the feed waits.
 * `onLeave` is called once for each delivery, however it ends.
 */
async function openFeed<Position, Event>(
  source: Source<Position, Event>,
  turns: Turns,
  onLeave: () => void,
): Promise<Feed<Position, Event>> {
  /** The position of every audience that is not behind, once its queue is delivered. */
  let position: Position = await source.present();
  let failure: { error: unknown } | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: renderers with equal keys render the same type.
  const audiences = new Map<string, Audience<Position, Event, any>>();
  let reading: Promise<void> | undefined;
  let readingNext: Promise<void> | undefined;

  async function read(): Promise<void> {
    const undelivered: Entry<Position, Event>[] = [];
    const from = position;
    let at = from;
    for (let more = true; more; ) {
      const read = await source.read(at, null);
      // If there are more events than fit in a queue, each audience reads by itself.
      if (undelivered.length <= QUEUE_MAX) undelivered.push(...read.entries);
      ({ position: at, more } = read);
    }
    position = at;
    for (const audience of audiences.values()) audience.add(undelivered, from);
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
      for (const audience of [...audiences.values()]) audience.fail(error);
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

  function open<Rendered>(renderer: Renderer<Event, Rendered>): Audience<Position, Event, Rendered> {
    const { key } = renderer;
    const feed = { position: () => position, failure: () => failure };
    const audience = openAudience(renderer, { source, turns, feed, onLeave, onEmpty: () => audiences.delete(key) });
    audiences.set(key, audience);
    return audience;
  }

  return {
    async advance() {
      await advance();
      return position;
    },
    deliver(renderer, receiver, { after, skips }) {
      const audience = audiences.get(renderer.key) ?? open(renderer);
      const member = { receiver, skips, since: 0, reader: undefined, isOver: false };
      audience.enter(member, after);
      return () => audience.leave(member);
    },
    close() {
      reader.stop();
      unlisten();
    },
  };
}
