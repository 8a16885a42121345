/** Commands for posting schedules and their queues. */
import type { Context, Outcome } from './commands.js';
import { excerpt } from './terminal.js';

/** Characters of a post's text in the table of a queue. */
const EXCERPT = 60;

export async function schedules({ client, terminal, json, signal }: Context): Outcome {
  const found = [];
  for await (const schedule of client.schedules.list({ signal })) found.push(schedule);
  if (json) terminal.json(found);
  else {
    const rows = found.map(({ id, name, timeZone, pausedAt, nextFreeTimes: [next = 'none'] }) => [
      ...[id, name, timeZone],
      pausedAt === null ? next : 'paused',
    ]);
    terminal.table(['ID', 'NAME', 'TIME ZONE', 'NEXT FREE TIME'], rows);
  }
  return true;
}

export async function queue({ client, terminal, json, signal }: Context, id: string): Outcome {
  const found = [];
  for await (const post of client.schedules.queue(id, { signal })) found.push(post);
  if (json) terminal.json(found);
  else {
    const rows = found.map(({ id: postId, status, scheduledTime, content }) => [
      ...[postId, status, scheduledTime ?? 'paused'],
      excerpt(content, EXCERPT),
    ]);
    terminal.table(['ID', 'STATUS', 'TIME', 'TEXT'], rows);
  }
  return true;
}

export async function pause({ client, terminal, json, signal }: Context, scheduleId: string, paused: boolean): Outcome {
  const { drafts } = await client.api.pauseSchedule({ scheduleId, paused }, { signal });
  if (json) terminal.json({ scheduleId, paused, drafts });
  else terminal.line(`${paused ? 'Paused' : 'Resumed'}. Drafts in the queue: ${drafts}`);
  return true;
}

export async function reorder(
  { client, terminal, json, signal }: Context,
  scheduleId: string,
  postGroupIds: string[],
): Outcome {
  await client.api.reorderQueue({ scheduleId, postGroupIds }, { signal });
  if (json) terminal.json({ scheduleId, postGroupIds });
  else terminal.line('Reordered.');
  return true;
}

export async function shuffle({ client, terminal, json, signal }: Context, scheduleId: string): Outcome {
  await client.api.shuffleQueue({ scheduleId }, { signal });
  if (json) terminal.json({ scheduleId });
  else terminal.line('Shuffled.');
  return true;
}
