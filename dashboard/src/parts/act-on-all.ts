import { notifications } from '@mantine/notifications';
import type { Failure } from '../api/failure.js';
import { showFailure } from './failure-notice.js';

/** The number of concurrent requests. */
const AT_ONCE = 4;

/**
 * Runs an action for each id and shows the result: one message for the successes, and one for each different reason of
 * a refusal. The action returns why it was refused, or null.
 */
export async function actOnAll(
  ids: readonly string[],
  act: (id: string) => Promise<Failure | null>,
  inWords: (count: number) => string,
): Promise<void> {
  const waiting = [...ids];
  const refusals: Failure[] = [];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const failure = await act(id);
      if (failure) refusals.push(failure);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const done = ids.length - refusals.length;
  if (done > 0) notifications.show({ message: inWords(done), color: 'green', role: 'status' });
  for (const [message, same] of Map.groupBy(refusals, (failure) => failure.message)) {
    const [first] = same;
    if (first) showFailure({ ...first, message: same.length > 1 ? `${message} (${same.length} posts)` : message });
  }
}

export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
