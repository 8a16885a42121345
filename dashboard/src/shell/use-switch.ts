import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Acting } from '../api/acting.js';
import { useSession } from '../api/session.js';
import { START } from './navigation.js';

/** Views that show the same kind of thing for every account. The others have something that only one account has. */
const ALIKE: ReadonlySet<string> = new Set([
  '/home',
  '/compose',
  '/posts',
  '/calendar',
  '/approvals',
  '/accounts',
  '/network',
  '/webhooks',
  '/api-keys',
  '/members',
  '/usage',
]);

/** A view of the account that is switched to. */
export type Destination =
  | { to: '/posts'; search: { status: 'DRAFT' | 'SCHEDULED' | 'FAILED' } }
  | { to: '/accounts' | '/approvals' | '/home' | '/usage' };

/**
 * Returns a function that makes this window act for another account: in `destination`, or in the same view if the
 * account has it.
 */
export function useSwitch(): (acting: Acting, destination?: Destination) => Promise<void> {
  const { history } = useRouter();
  const navigate = useNavigate();
  const { actFor } = useSession();
  return async (acting, destination) => {
    const view = `/${history.location.pathname.split('/')[1] ?? ''}`;
    // What was opened or filtered is of the account that is left.
    await navigate(destination ?? { to: ALIKE.has(view) ? view : START, search: {} });
    actFor(acting);
  };
}
