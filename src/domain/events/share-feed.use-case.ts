import { Repeater } from '@repeaterjs/repeater';
import { makeTurns, type Turns } from '../../foundation/concurrency/turns.js';
import { makeRetryingReader, type RetryingReader } from '../../foundation/database/retrying-reader.js';
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

/** Maximum queued events per group of receivers. */
const QUEUE_MAX = 500;
/** How many events are made before the first of them is delivered: those that come together are sent together. */
const MADE_AT_ONCE = 20;
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

interface Member<Event, Made> {
  receiver: Receiver<Made>;
  skips: (event: Event) => boolean;
  /** Number, within its group, of the first step that it receives with the others. */
  since: number;
  /** Reads what it missed, while it is behind. */
  reader: RetryingReader | undefined;
  isOver: boolean;
}

/** Those for whom the same is made of each event. */
interface Group<Position, Event, Made> {
  /** Adds the steps that take the feed from a position to where it is now. */
  add(steps: readonly Step<Position, Event>[], from: Position): void;
  enter(member: Member<Event, Made>, after: Position): void;
  leave(member: Member<Event, Made>): void;
  /** Ends it for all who have received everything. */
  fail(error: unknown): void;
}

/**
 * Reads each event once, makes of it once what all receivers with the same key get, and delivers that in slices, so that
 * other work is done in between however many receivers there are.
 *
 * A receiver that is behind catches up by itself and then joins its group atomically; one that is slow leaves the group
 * and catches up again. So nobody waits for the slowest, queues are bounded, and each receives every event once.
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

  function openGroup<Made>({ key, make }: Making<Event, Made>): Group<Position, Event, Made> {
    /** Those who have received everything up to the queue, in the order in which they joined. */
    const members = new Set<Member<Event, Made>>();
    /** Those who have received everything, but cannot join because the group is behind. */
    const ahead = new Set<Member<Event, Made>>();
    let size = 0;
    let queue: Step<Position, Event>[] = [];
    /** How many steps have been taken from the queue. */
    let taken = 0;
    let isDelivering = false;
    /** Where the group stands once its queue is delivered, while that is not where the feed is. */
    let behindAt: { position: Position } | undefined;

    const group: Group<Position, Event, Made> = {
      add(steps, from) {
        if (behindAt || steps.length === 0) return;
        if (queue.length + steps.length > QUEUE_MAX) behindAt = { position: from };
        else queue.push(...steps);
        if (!isDelivering) void deliverQueue();
      },
      enter(member, after) {
        size += 1;
        if (after === position && !behindAt && !failure) join(member);
        else catchUp(member, after);
      },
      leave,
      fail(error) {
        for (const member of [...members, ...ahead]) end(member, error);
      },
    };
    const isWanted = () => size > 0;

    function join(member: Member<Event, Made>): void {
      member.reader = undefined;
      member.since = taken + queue.length;
      members.add(member);
    }

    function leave(member: Member<Event, Made>): void {
      if (member.isOver) return;
      member.isOver = true;
      member.reader?.stop();
      members.delete(member);
      ahead.delete(member);
      size -= 1;
      if (size === 0) {
        queue = [];
        groupReader.stop();
        groups.delete(key);
      }
      onLeave();
    }

    function end(member: Member<Event, Made>, error?: unknown): void {
      if (member.isOver) return;
      leave(member);
      member.receiver.end(error);
    }

    async function makeAll(steps: readonly Step<Position, Event>[], isWantedStill: () => boolean): Promise<Made[]> {
      const made: Made[] = [];
      for (const { event } of steps) {
        const over = turns.over();
        if (over) await over;
        made.push(await make(event, isWantedStill));
      }
      return made;
    }

    /** Delivers what is made of steps, from one of them on. */
    function deliverTo(
      member: Member<Event, Made>,
      steps: readonly Step<Position, Event>[],
      made: readonly Made[],
      from = 0,
    ): Promise<void> | undefined {
      const wanted = made.filter(
        (_, index) => index >= from && !member.skips((steps[index] as Step<Position, Event>).event),
      );
      const slow = wanted.length > 0 ? member.receiver.receive(wanted) : undefined;
      const last = steps.at(-1);
      if (last && source.isLast?.(last.event)) end(member);
      return slow;
    }

    async function deliverQueue(): Promise<void> {
      isDelivering = true;
      try {
        while (queue.length > 0) {
          const steps = queue.splice(0, MADE_AT_ONCE);
          const first = taken;
          taken += steps.length;
          const made = members.size > 0 ? await makeAll(steps, isWanted) : [];
          for (const member of members) {
            // So have those behind it: they joined later.
            if (member.since >= taken) break;
            const over = turns.over();
            if (over) await over;
            if (!members.has(member)) continue;
            const slow = deliverTo(member, steps, made, member.since - first);
            if (!slow) continue;
            members.delete(member);
            void comeBack(member, slow, { after: (steps.at(-1) as Step<Position, Event>).position, next: taken });
          }
        }
      } catch (error) {
        group.fail(error);
      } finally {
        isDelivering = false;
      }
      if (behindAt) groupReader.wake();
    }

    async function comeBack(
      member: Member<Event, Made>,
      slow: Promise<void>,
      { after, next }: { after: Position; next: number },
    ): Promise<void> {
      await slow;
      if (member.isOver) return;
      const missedNothing = next === taken + queue.length && !behindAt && !failure;
      if (missedNothing) join(member);
      else catchUp(member, after);
    }

    function catchUp(member: Member<Event, Made>, after: Position): void {
      let at = after;
      const isMissed = () => !member.isOver;
      member.reader = makeRetryingReader(
        async () => {
          const target = position;
          const missed = await source.read(at, target);
          for (let index = 0; index < missed.steps.length; index += MADE_AT_ONCE) {
            const steps = missed.steps.slice(index, index + MADE_AT_ONCE);
            const made = await makeAll(steps, isMissed);
            if (member.isOver) return false;
            at = (steps.at(-1) as Step<Position, Event>).position;
            await deliverTo(member, steps, made);
            if (member.isOver) return false;
          }
          at = missed.position;
          if (missed.more || position !== target) return true;
          if (failure) throw failure.error;
          if (member.isOver) return false;
          if (behindAt) ahead.add(member);
          else join(member);
          return false;
        },
        (error) => end(member, error),
      );
      member.reader.wake();
    }

    /** Reads what did not fit in the queue. */
    const groupReader = makeRetryingReader(
      async () => {
        if (!behindAt) return false;
        const target = position;
        const missed = await source.read(behindAt.position, target);
        behindAt.position = missed.position;
        queue.push(...missed.steps);
        await deliverQueue();
        if (missed.more || position !== target) return true;
        behindAt = undefined;
        for (const { reader: catchingUp } of ahead) catchingUp?.wake();
        ahead.clear();
        return false;
      },
      (error) => group.fail(error),
    );

    return group;
  }

  return {
    async advance() {
      await advance();
      return position;
    },
    deliver(making, receiver, { after, skips }) {
      const group = groups.get(making.key) ?? openGroup(making);
      groups.set(making.key, group);
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
