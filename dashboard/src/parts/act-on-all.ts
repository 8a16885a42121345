import type { Failure } from '../api/failure.js';
import { runAll, showRefusals } from './run-all.js';
import { showDone } from './show-done.js';

/**
 * Runs an action for each id and shows the result: one message for the successes, and one for each different reason of
 * a refusal. The action returns why it was refused, or null.
 */
export async function actOnAll(
  ids: readonly string[],
  act: (id: string) => Promise<Failure | null>,
  inWords: (count: number) => string,
): Promise<void> {
  const outcomes = await runAll(ids, async (id) => ({ failure: await act(id) }));
  const refusals = outcomes.flatMap(({ failure }) => failure ?? []);
  const done = ids.length - refusals.length;
  if (done > 0) showDone(inWords(done));
  showRefusals(refusals);
}
