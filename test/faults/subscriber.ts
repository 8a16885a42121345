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
