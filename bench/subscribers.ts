import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

export interface Subscribers {
  /** How many times each thing came of a subscription: an event, or the code of an error. */
  seen: Record<string, number>;
  stop(): Promise<void>;
}

/** Opens sockets of one caller with subscriptions to all that it does, as many as are requested and allowed. */
export function startSubscribers(address: string, apiKey: string, sockets: number, perSocket: number): Subscribers {
  const seen: Record<string, number> = {};
  const note = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  const query = 'subscription { accountActivity { cursor type platformPost { platformId status } } }';
  const clients = Array.from({ length: sockets }, () => {
    const client = createClient({
      url: `${address.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { 'x-api-key': apiKey },
      retryAttempts: 0,
    });
    for (let index = 0; index < perSocket; index += 1) {
      client.subscribe(
        { query },
        {
          next: ({ errors }) => note(String(errors?.[0]?.extensions?.code ?? 'events')),
          error: (error) => note(Array.isArray(error) ? String(error[0]?.extensions?.code) : 'closed'),
          complete: () => undefined,
        },
      );
    }
    return client;
  });
  return {
    seen,
    async stop() {
      await Promise.all(clients.map((client) => client.dispose()));
    },
  };
}
