import { Repeater } from '@repeaterjs/repeater';
import { makeRetryingReader } from '../database/retrying-reader.js';
import { AppError } from '../errors/app-error.js';
import { nextWindow, type Place } from './place.js';
import type { Changes } from './window.repository.js';

interface Needs<Item, Told> {
  read: (place: Place) => Promise<Changes<Item>>;
  /** Has `wake` called whenever there may be something to read; the answer ends that. */
  listen: (wake: () => void) => () => void;
  /** What is told of a change, and the place after it; undefined: nothing. */
  tell: (item: Item, place: Place) => Told | undefined;
}

/**
 * Everything that is stored after a place, each change once. A notice only says that there is something to read, so
 * none can be missed; while the database is away it waits. Ends as CURSOR_EXPIRED when Postgres has lost what was told
 * already: a backup was restored, or a standby took over that lacked it.
 */
export const followChanges = <Item, Told>(
  start: Place,
  { read, listen, tell }: Needs<Item, Told>,
): AsyncIterable<Told> =>
  new Repeater(async (push, stop) => {
    let place = start;
    let stopped = false;
    const reader = makeRetryingReader(async () => {
      const resumed = place.to !== null;
      const { to, end, items, more } = await read(place);
      if (end < place.from.end) throw new AppError('CURSOR_EXPIRED');
      for (const { key, item } of items) {
        if (stopped) return false;
        place = { from: place.from, to, key };
        const told = tell(item, place);
        if (told !== undefined) await Promise.race([push(told), stop]);
      }
      if (!more) place = nextWindow({ ...place, to });
      return more || resumed;
    }, stop);
    const unfollow = listen(reader.wake);
    reader.wake();
    await stop;
    stopped = true;
    reader.stop();
    unfollow();
  });
