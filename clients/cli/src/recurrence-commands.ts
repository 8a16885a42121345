/** Commands for posts that are repeated by rules. */
import type { Context, Outcome } from './commands.js';

export interface RepeatOptions {
  rule: string;
  at: string;
  zone: string;
  text?: string[];
}

export async function recurring({ client, terminal, json, signal }: Context): Outcome {
  const found = [];
  for await (const recurrence of client.recurrences.list({ signal })) found.push(recurrence);
  if (json) terminal.json(found);
  else {
    const rows = found.map(({ id, rule, timeZone, state, nextTimes: [next = 'none'] }) => [
      ...[id, state, rule, timeZone],
      next,
    ]);
    terminal.table(['ID', 'STATE', 'RULE', 'TIME ZONE', 'NEXT TIME WITHOUT A POST'], rows);
  }
  return true;
}

export async function pauseRepeat(
  { client, terminal, json, signal }: Context,
  recurrenceId: string,
  { resume = false }: { resume?: boolean },
): Outcome {
  const { recurrence } = await client.api.pauseRecurrence({ recurrenceId, paused: !resume }, { signal });
  if (json) terminal.json(recurrence);
  else terminal.line(`${resume ? 'Resumed' : 'Paused'}: ${recurrenceId}`);
  return true;
}

export async function deleteRepeat(
  { client, terminal, json, signal }: Context,
  recurrenceId: string,
  { keepPosts = false }: { keepPosts?: boolean },
): Outcome {
  const deleted = await client.api.deleteRecurrence({ recurrenceId, keepPosts }, { signal });
  if (json) terminal.json(deleted);
  else terminal.line(`Deleted: ${recurrenceId}`);
  return true;
}

export async function repeat(
  { client, terminal, json, signal }: Context,
  postGroupId: string,
  { rule, at: startsAt, zone: timeZone, text: texts = [] }: RepeatOptions,
): Outcome {
  const input = { postGroupId, rule, startsAt, timeZone, texts };
  const { recurrence } = await client.api.createRecurrence(input, { signal });
  if (json) terminal.json(recurrence);
  else terminal.line(`Repeated: ${recurrence.id}`);
  return true;
}
