/** Commands about web feeds whose entries become posts. */
import type { Feed } from '../../typescript/src/index.js';
import type { Context, Outcome } from './commands.js';
import { platformIdsOf, scheduleOf } from './inputs.js';
import { UsageError } from './usage-error.js';

export async function feeds({ client, terminal, json, signal }: Context): Outcome {
  const found: Feed[] = [];
  for await (const one of client.feeds.list({ signal })) found.push(one);
  if (json) terminal.json(found);
  else {
    const rows = found.map(({ id, name, state, problem, url }) => [id, name, state, problem ?? '', url]);
    terminal.table(['ID', 'NAME', 'STATE', 'PROBLEM', 'URL'], rows);
  }
  return true;
}

export interface FeedOptions {
  to: string[];
  name?: string;
  queue?: string | true;
  template?: string;
}

/** Adds a feed. Its name is that of its host unless one is given. */
export async function feed({ client, terminal, json, signal }: Context, url: string, options: FeedOptions): Outcome {
  const { to, name = hostOf(url), queue, template } = options;
  const { feed: created } = await client.api.createFeed(
    {
      name,
      url,
      platformIds: await platformIdsOf(client, to, signal),
      ...(queue && { result: 'QUEUE' as const, schedule: scheduleOf(queue) }),
      // A shell passes `\n` as it is written.
      ...(template !== undefined && { template: template.replaceAll('\\n', '\n') }),
    },
    { signal },
  );
  if (json) terminal.json(created);
  else terminal.line(`${created.id} ${created.name}`);
  return true;
}

function hostOf(url: string): string {
  if (URL.canParse(url)) return new URL(url).host;
  throw new UsageError(`${url} is no address: it begins with https://.`);
}
