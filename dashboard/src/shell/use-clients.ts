import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { openApiFor } from '../api/client.js';
import { graphql, type ResultOf } from '../api/graphql.js';

const CLIENTS = graphql(`
  query Clients($text: String!) {
    managedUsers(first: 20, filter: { text: $text }) {
      totalCount
      edges {
        node {
          id
          displayName
          email
        }
      }
    }
  }
`);

type Found = NonNullable<ResultOf<typeof CLIENTS>['managedUsers']>;

export interface Clients {
  list: Found['edges'][number]['node'][];
  /** Of those that match. */
  total: number;
  /** Whether the account has managed users. */
  hasAny: boolean;
}

const NONE: Clients = { list: [], total: 0, hasAny: false };
/** The pause after the last key before the search starts. */
const TYPING_MS = 200;

/**
 * The clients of an account whose name has a text: its managed users. None for an account without workspace access.
 * Null: no account. `isOpen`: somebody looks at them.
 */
export function useClients(managerId: string | null, text: string, isOpen: boolean): Clients {
  // Of the account, also while the window acts for a client.
  const client = useMemo(() => (managerId === null ? null : openApiFor(managerId)), [managerId]);
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    if (!client || !isOpen) return undefined;
    const { unsubscribe } = client
      .query(CLIENTS, { text: searched }, { requestPolicy: 'cache-and-network' })
      .subscribe(({ data }) => {
        const { edges = [], totalCount: total = 0 } = data?.managedUsers ?? {};
        setFound((before) => ({ list: edges.map(({ node }) => node), total, hasAny: before.hasAny || total > 0 }));
      });
    return unsubscribe;
  }, [client, isOpen, searched]);
  return client ? found : NONE;
}
