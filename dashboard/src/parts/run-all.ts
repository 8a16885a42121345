import { t } from '@lingui/core/macro';
import type { Failure } from '../api/failure.js';
import { showFailure } from './failure-notice.js';

/** The number of concurrent requests. */
const AT_ONCE = 4;

/** What became of one item. */
export interface Done {
  failure: Failure | null;
  /** Restores what was before; absent where nothing can. */
  undo?: () => Promise<Failure | null>;
}

/** Runs an action for each item. Returns the outcomes in the order of the items. */
export async function runAll<Item, Outcome extends Done>(
  items: readonly Item[],
  act: (item: Item) => Promise<Outcome>,
  onProgress: (done: number) => void = () => {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...items.entries()];
  let done = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      outcomes[index] = await act(item);
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

/** Shows one message for each different reason of a refusal. */
export function showRefusals(failures: readonly Failure[]): void {
  for (const [message, same] of Map.groupBy(failures, (failure) => failure.message)) {
    const [first] = same;
    if (first) showFailure({ ...first, message: same.length > 1 ? t`${message} (${same.length} posts)` : message });
  }
}
