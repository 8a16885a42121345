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
