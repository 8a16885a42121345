import type { Turns } from '../../foundation/concurrency/turns.js';
import { makeRetryingReader, type RetryingReader } from '../../foundation/database/retrying-reader.js';
import type { Making, Receiver, Source, Step } from './feed.js';

/** Maximum queued events per group of receivers. */
export const QUEUE_MAX = 500;
/** How many events are made before the first of them is delivered: those that come together are sent together. */
const MADE_AT_ONCE = 20;

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
export interface Group<Position, Event, Made> {
  /** Adds the steps that take the feed from a position to where it is now. */
  add(steps: readonly Step<Position, Event>[], from: Position): void;
  enter(member: Member<Event, Made>, after: Position): void;
  leave(member: Member<Event, Made>): void;
  /** Ends it for all who have received everything. */
  fail(error: unknown): void;
}

interface GroupNeeds<Position, Event> {
  source: Source<Position, Event>;
  turns: Turns;
  feed: {
    /** Where every group stands that is not behind, or will once its queue is delivered. */
    position(): Position;
    /** Why nothing is read any more. */
    failure(): { error: unknown } | undefined;
  };
  /** Called once for each delivery, however it ends. */
  onLeave(): void;
  /** Nobody is left. */
  onEmpty(): void;
}

/**
 * Delivers in slices what is made once of each event, so that other work is done in between however many receivers there
 * are. One that is behind catches up by itself and then joins atomically; one that is slow leaves and catches up again. So
 * nobody waits for the slowest, queues are bounded, and each receives every event once.
 */
export function openGroup<Position, Event, Made>(
  { make }: Making<Event, Made>,
  { source, turns, feed, onLeave, onEmpty }: GroupNeeds<Position, Event>,
): Group<Position, Event, Made> {
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
      if (after === feed.position() && !behindAt && !feed.failure()) join(member);
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
      onEmpty();
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
    const missedNothing = next === taken + queue.length && !behindAt && !feed.failure();
    if (missedNothing) join(member);
    else catchUp(member, after);
  }

  function catchUp(member: Member<Event, Made>, after: Position): void {
    let at = after;
    const isMissed = () => !member.isOver;
    member.reader = makeRetryingReader(
      async () => {
        const target = feed.position();
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
        if (missed.more || feed.position() !== target) return true;
        const failure = feed.failure();
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
      const target = feed.position();
      const missed = await source.read(behindAt.position, target);
      behindAt.position = missed.position;
      queue.push(...missed.steps);
      await deliverQueue();
      if (missed.more || feed.position() !== target) return true;
      behindAt = undefined;
      for (const { reader: catchingUp } of ahead) catchingUp?.wake();
      ahead.clear();
      return false;
    },
    (error) => group.fail(error),
  );

  return group;
}
