import type { Turns } from '../../foundation/concurrency/turns.js';
import { makeRetryingReader, type RetryingReader } from '../../foundation/database/retrying-reader.js';
import type { Entry, Receiver, Renderer, Source } from './feed.js';

/** Maximum queued entries per audience. */
export const QUEUE_MAX = 500;
/** How many events are rendered before the first of them is delivered: they are sent together. */
const RENDERED_AT_ONCE = 20;

interface Member<Event, Rendered> {
  receiver: Receiver<Rendered>;
  skips: (event: Event) => boolean;
  /** Number, within its audience, of the first entry that it receives with the others. */
  since: number;
  /** Reads what it missed, while it is behind. */
  reader: RetryingReader | undefined;
  isOver: boolean;
}

/** The receivers with the same renderer. */
export interface Audience<Position, Event, Rendered> {
  /** Adds the entries that take the feed from a position to where it is now. */
  add(entries: readonly Entry<Position, Event>[], from: Position): void;
  enter(member: Member<Event, Rendered>, after: Position): void;
  leave(member: Member<Event, Rendered>): void;
  /** Ends it for all who have received everything. */
  fail(error: unknown): void;
}

interface AudienceNeeds<Position, Event> {
  source: Source<Position, Event>;
  turns: Turns;
  feed: {
    /** The position of every audience that is not behind, once its queue is delivered. */
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
 * Renders each event once and delivers it in slices, so that other work is done in between, however many receivers
 * exist. A receiver that is behind catches up by itself and then joins atomically; a slow one leaves and catches up again.
 * So no receiver waits for the slowest, queues are bounded, and each receives every event once.
 */
export function openAudience<Position, Event, Rendered>(
  { render }: Renderer<Event, Rendered>,
  { source, turns, feed, onLeave, onEmpty }: AudienceNeeds<Position, Event>,
): Audience<Position, Event, Rendered> {
  /** Those who have received everything up to the queue, in the order in which they joined. */
  const members = new Set<Member<Event, Rendered>>();
  /** Those who have received everything, but cannot join because the audience is behind. */
  const ahead = new Set<Member<Event, Rendered>>();
  let size = 0;
  let queue: Entry<Position, Event>[] = [];
  /** How many entries have been taken from the queue. */
  let taken = 0;
  let isDelivering = false;
  /** The position of the audience once its queue is delivered, while that is not the feed's. */
  let behindAt: { position: Position } | undefined;

  const audience: Audience<Position, Event, Rendered> = {
    add(entries, from) {
      if (behindAt || entries.length === 0) return;
      if (queue.length + entries.length > QUEUE_MAX) behindAt = { position: from };
      else queue.push(...entries);
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

  function join(member: Member<Event, Rendered>): void {
    member.reader = undefined;
    member.since = taken + queue.length;
    members.add(member);
  }

  function leave(member: Member<Event, Rendered>): void {
    if (member.isOver) return;
    member.isOver = true;
    member.reader?.stop();
    members.delete(member);
    ahead.delete(member);
    size -= 1;
    if (size === 0) {
      queue = [];
      audienceReader.stop();
      onEmpty();
    }
    onLeave();
  }

  function end(member: Member<Event, Rendered>, error?: unknown): void {
    if (member.isOver) return;
    leave(member);
    member.receiver.end(error);
  }

  async function renderAll(
    entries: readonly Entry<Position, Event>[],
    isWantedStill: () => boolean,
  ): Promise<Rendered[]> {
    const rendered: Rendered[] = [];
    for (const { event } of entries) {
      if (!isWantedStill()) break;
      const over = turns.over();
      if (over) await over;
      rendered.push(await render(event, isWantedStill));
    }
    return rendered;
  }

  /** Delivers what is rendered of entries, from one of them on. */
  function deliverTo(
    member: Member<Event, Rendered>,
    entries: readonly Entry<Position, Event>[],
    rendered: readonly Rendered[],
    from = 0,
  ): Promise<void> | undefined {
    const wanted = rendered.filter(
      (_, index) => index >= from && !member.skips((entries[index] as Entry<Position, Event>).event),
    );
    const slow = wanted.length > 0 ? member.receiver.receive(wanted) : undefined;
    const last = entries.at(-1);
    if (last && source.isLast?.(last.event)) end(member);
    return slow;
  }

  async function deliverQueue(): Promise<void> {
    isDelivering = true;
    try {
      while (queue.length > 0) {
        const entries = queue.splice(0, RENDERED_AT_ONCE);
        const first = taken;
        taken += entries.length;
        const rendered = members.size > 0 ? await renderAll(entries, isWanted) : [];
        for (const member of members) {
          // So have those behind it: they joined later.
          if (member.since >= taken) break;
          const over = turns.over();
          if (over) await over;
          if (!members.has(member)) continue;
          const slow = deliverTo(member, entries, rendered, member.since - first);
          if (!slow) continue;
          members.delete(member);
          void comeBack(member, slow, { after: (entries.at(-1) as Entry<Position, Event>).position, next: taken });
        }
      }
    } catch (error) {
      audience.fail(error);
    } finally {
      isDelivering = false;
    }
    if (behindAt) audienceReader.wake();
  }

  async function comeBack(
    member: Member<Event, Rendered>,
    slow: Promise<void>,
    { after, next }: { after: Position; next: number },
  ): Promise<void> {
    await slow;
    if (member.isOver) return;
    const missedNothing = next === taken + queue.length && !behindAt && !feed.failure();
    if (missedNothing) join(member);
    else catchUp(member, after);
  }

  function catchUp(member: Member<Event, Rendered>, after: Position): void {
    let at = after;
    const isMissed = () => !member.isOver;
    member.reader = makeRetryingReader(
      async () => {
        const target = feed.position();
        const missed = await source.read(at, target);
        for (let index = 0; index < missed.entries.length; index += RENDERED_AT_ONCE) {
          const entries = missed.entries.slice(index, index + RENDERED_AT_ONCE);
          const rendered = await renderAll(entries, isMissed);
          if (member.isOver) return false;
          at = (entries.at(-1) as Entry<Position, Event>).position;
          await deliverTo(member, entries, rendered);
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
  const audienceReader = makeRetryingReader(
    async () => {
      if (!behindAt) return false;
      const target = feed.position();
      const missed = await source.read(behindAt.position, target);
      behindAt.position = missed.position;
      queue.push(...missed.entries);
      await deliverQueue();
      if (missed.more || feed.position() !== target) return true;
      behindAt = undefined;
      for (const { reader: catchingUp } of ahead) catchingUp?.wake();
      ahead.clear();
      return false;
    },
    (error) => audience.fail(error),
  );

  return audience;
}
