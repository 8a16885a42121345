/** A client that follows groups over a web socket, and continues after the last event it saw when it is disconnected. */
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { TestAccount } from '../support/account.js';
import type { World } from './world.js';

export interface Subscriber {
  /** Numbers of the events that it received, by group. */
  groups: Map<string, number[]>;
  /** What a subscription must not end with. */
  errors: string[];
  follow(groupId: string): void;
  close(): void;
}

const QUERY = 'subscription ($id: ID!, $after: Int) { postProgress(postGroupId: $id, after: $after) { sequence } }';

const AGAIN_MS = 500;

export function subscribe(world: World, { apiKey }: TestAccount): Subscriber {
  const client = createClient({
    url: `${world.apiUrl.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-api-key': apiKey },
    retryAttempts: 0,
  });
  const groups: Subscriber['groups'] = new Map();
  const errors: string[] = [];
  let isOver = false;

  const follow = (groupId: string): void => {
    if (isOver) return;
    const received = groups.get(groupId) ?? [];
    groups.set(groupId, received);
    const again = () => void setTimeout(() => follow(groupId), AGAIN_MS);
    client.subscribe<{ postProgress: { sequence: number } }>(
      { query: QUERY, variables: { id: groupId, after: received.at(-1) ?? 0 } },
      {
        next({ data, errors: refused }) {
          if (refused) errors.push(`${groupId}: ${JSON.stringify(refused)}`);
          if (data) received.push(data.postProgress.sequence);
        },
        // A socket that breaks is made again; an error that the service names is one too many.
        error(error) {
          if (!isOver && Array.isArray(error)) errors.push(`${groupId}: ended with ${JSON.stringify(error)}`);
          again();
        },
        complete: again,
      },
    );
  };
  return {
    groups,
    errors,
    follow,
    close() {
      isOver = true;
      void client.dispose();
    },
  };
}

/** What a subscriber received about a group, against what happened: every event once, in its order. */
export async function missed(world: World, subscribers: readonly Subscriber[]): Promise<string[]> {
  const problems: string[] = [];
  const rows = await world.db.query<{ groupId: string; last: number }>(
    'SELECT group_id AS "groupId", max(sequence)::int AS last FROM live_events GROUP BY group_id',
  );
  const lastOf = new Map(rows.map(({ groupId, last }) => [groupId, last]));
  for (const { groups, errors } of subscribers) {
    problems.push(...errors);
    for (const [groupId, received] of groups) {
      const last = lastOf.get(groupId) ?? 0;
      const isAll = received.length === last && received.every((sequence, index) => sequence === index + 1);
      if (!isAll)
        problems.push(`${groupId}: of ${last} events, a subscriber received ${received.length}: ${received.join(' ')}`);
    }
  }
  return problems;
}
