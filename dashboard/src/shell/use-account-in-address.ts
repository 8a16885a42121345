import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Acting } from '../api/acting.js';
import { openApiFor } from '../api/client.js';
import { graphql } from '../api/graphql.js';
import { useSession } from '../api/session.js';
import type { Viewer } from './viewer.js';

const CLIENT = graphql(`
  query ClientInAddress($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on ManagedUser {
        displayName
      }
    }
  }
`);

const PARAMETER = 'account';
const ID = /^[0-9a-f]{24}$/;

/**
 * Makes this window act for the account that `account` in the address names, as links of e-mails and notifications do, then
 * removes it from the address. If the person cannot act for it, it stays: another person may sign in.
 */
export function useAccountInAddress(viewer: Viewer | null): 'done' | 'pending' | 'refused' {
  const { history } = useRouter();
  const { actFor } = useSession();
  const wanted = useLocation({ select: ({ searchStr }) => idIn(searchStr) });
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    if (!viewer || wanted === null || wanted === refused) return undefined;
    if (wanted === viewer.id) {
      history.replace(withoutParameter(history.location.href));
      return undefined;
    }
    let isCurrent = true;
    void find(viewer, wanted).then((acting) => {
      if (!isCurrent) return;
      // New windows begin with the account that was chosen in the switcher.
      if (acting) actFor(acting, { inNewWindows: false });
      else setRefused(wanted);
    });
    return () => {
      isCurrent = false;
    };
  }, [viewer, wanted, refused, history, actFor]);
  if (wanted === null || wanted === viewer?.id) return 'done';
  return wanted === refused ? 'refused' : 'pending';
}

function idIn(search: string): string | null {
  const id = new URLSearchParams(search).get(PARAMETER);
  return id !== null && ID.test(id) ? id : null;
}

function withoutParameter(href: string): string {
  const { pathname, searchParams, hash } = new URL(href, location.origin);
  searchParams.delete(PARAMETER);
  const search = searchParams.size > 0 ? `?${searchParams}` : '';
  return pathname + search + hash;
}

/** An account of the person, or a client of one; null: it is neither. */
async function find({ accounts, person, email: own }: Viewer, userId: string): Promise<Acting | null> {
  const email = person?.email ?? own;
  const account = accounts.find((one) => one.userId === userId);
  if (account) return { userId, name: account.displayName, email, manager: null };
  for (const manager of accounts.filter(({ managedBy }) => managedBy === null)) {
    const { data } = await openApiFor(manager.userId).query(CLIENT, { id: userId }).toPromise();
    if (data?.node?.__typename === 'ManagedUser') {
      const { displayName: name } = data.node;
      return { userId, name, email, manager: { userId: manager.userId, name: manager.displayName } };
    }
  }
  return null;
}
