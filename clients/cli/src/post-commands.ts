/** Commands for one post that exists. */
import { type Post, PublishingError } from '../../typescript/src/index.js';
import { type Context, type Outcome, show } from './commands.js';
import { parseTime, platformIdsOf, readText, scheduleOf } from './inputs.js';
import { UsageError } from './usage-error.js';

export interface EditOptions {
  text?: string;
  to?: string[];
  at?: string;
  queue?: string | true;
  now?: boolean;
  draft?: boolean;
}

async function find({ client, signal }: Context, id: string): Promise<Post> {
  const found = await client.posts.get(id, { signal });
  if (!found) throw new PublishingError(`There is no post ${id}.`, { code: 'POST_GROUP_NOT_FOUND' });
  return found;
}

export async function get(context: Context, id: string): Outcome {
  const found = await find(context, id);
  show(context, found);
  if (!context.json) context.terminal.line(found.content);
  return true;
}

export async function edit(context: Context, id: string, options: EditOptions): Outcome {
  const { client, signal, stdin } = context;
  const { text, to, at, queue, now = false, draft = false } = options;
  if ([at, queue, now, draft].filter(Boolean).length > 1) {
    throw new UsageError('--at, --queue, --now and --draft exclude each other.');
  }
  const changes = {
    ...(text !== undefined && { content: await readText(text, stdin, signal) }),
    ...(to && { platformIds: await platformIdsOf(client, to, signal) }),
    ...(at !== undefined && { scheduledTime: parseTime(at) }),
    ...(queue && { schedule: scheduleOf(queue) }),
    ...(now && { status: 'SCHEDULED' as const, scheduledTime: new Date() }),
    ...(draft && { status: 'DRAFT' as const }),
  };
  if (Object.keys(changes).length === 0)
    throw new UsageError('Nothing to change: give --text, --to, --at, --queue, --now or --draft.');
  show(context, await client.posts.update(id, changes, { signal }));
  return true;
}

export async function remove({ client, terminal, json, signal }: Context, ids: readonly string[]): Outcome {
  for (const id of ids) {
    await client.posts.delete(id, { signal });
    if (json) terminal.json({ deletedPostGroupId: id });
    else terminal.line(id);
  }
  return true;
}

export async function retry(context: Context, id: string, { acknowledgeUnknown = false }): Outcome {
  const { client, signal } = context;
  show(context, await client.posts.retry(id, { signal, acknowledgeUnknownOutcome: acknowledgeUnknown }));
  return true;
}

/**
 * Removes what is live, at the accounts that are named, or at all of the post. What is already removed is a success;
 * what is live and cannot be removed is named, and makes the command fail.
 */
export async function unpublish(context: Context, id: string, { to }: { to?: string[] }): Outcome {
  const { client, terminal, json, signal } = context;
  const accounts = to && new Set(await platformIdsOf(client, to, signal));
  const posts = (await find(context, id)).posts.filter(
    ({ partIndex, platformId }) => partIndex === 0 && (accounts?.has(platformId) ?? true),
  );
  if (posts.length === 0) throw new UsageError('The post is not for these accounts.');
  const published = posts.filter(({ publishedAt }) => publishedAt !== null);
  if (published.length === 0) throw new UsageError('Nothing of it is published.');
  const live = published.filter(({ deletedAt }) => deletedAt === null);
  if (live.length === 0) terminal.note('It is already removed.');
  const isRemovable = ({ allowedActions }: (typeof live)[number]) => allowedActions.includes('UNPUBLISH');
  for (const { id: platformPostId, platformId } of live.filter(isRemovable)) {
    await client.api.unpublishPost({ platformPostId }, { signal });
    if (json) terminal.json({ platformPostId, platformId });
    else terminal.line(platformId);
  }
  const kept = live.filter((post) => !isRemovable(post));
  for (const { platformId } of kept) terminal.note(`${platformId}: ${NOT_REMOVABLE}`);
  return kept.length === 0;
}

const NOT_REMOVABLE =
  'cannot be removed. The platform does not allow it, the account is not connected, or the API key may not publish.';
