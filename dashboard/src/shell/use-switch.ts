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
  '/accounts',
  '/network',
  '/webhooks',
  '/api-keys',
  '/members',
  '/usage',
]);

/** Returns a function that makes this window act for another account, in the same view if the account has it. */
export function useSwitch(): (acting: Acting) => Promise<void> {
  const { history } = useRouter();
  const navigate = useNavigate();
  const { actFor } = useSession();
  return async (acting) => {
    const view = `/${history.location.pathname.split('/')[1] ?? ''}`;
    // What was opened or filtered is of the account that is left.
    await navigate({ to: ALIKE.has(view) ? view : START, search: {} });
    actFor(acting);
  };
}
