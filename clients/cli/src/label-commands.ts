/** Commands about labels, which are named on the command line. */
import type { Context, Outcome } from './commands.js';
import { labelIdsOf, labelsOf } from './inputs.js';
import { UsageError } from './usage-error.js';

export async function labels({ client, terminal, json, signal }: Context): Outcome {
  const found = await labelsOf(client, signal);
  if (json) terminal.json(found);
  else {
    const rows = found.map(({ id, color, postCount, name }) => [id, color, String(postCount), name]);
    terminal.table(['ID', 'COLOR', 'POSTS', 'NAME'], rows);
  }
  return true;
}

/** Adds labels to posts, and removes them; prints the posts that were changed. */
export async function label(
  { client, terminal, json, signal }: Context,
  postGroupIds: readonly string[],
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
): Outcome {
  if (add.length + remove.length === 0) throw new UsageError('Nothing to change: give --add or --remove.');
  const input = {
    postGroupIds: [...postGroupIds],
    add: await labelIdsOf(client, add, signal),
    remove: await labelIdsOf(client, remove, signal),
  };
  const { postGroups } = await client.api.changeLabels(input, { signal });
  for (const { id } of postGroups) {
    if (json) terminal.json({ postGroupId: id });
    else terminal.line(id);
  }
  return true;
}
