import { useMutation } from 'urql';
import { failureOf, isWithoutSession } from '../api/failure.js';
import { useSession } from '../api/session.js';
import { showFailure } from '../parts/failure-notice.js';
import { SIGN_OUT } from './viewer.js';

/** Ends the session of this browser; the shell then shows the sign-in. */
export function useSignOut(): () => Promise<void> {
  const { leave } = useSession();
  const [, signOut] = useMutation(SIGN_OUT);
  return async () => {
    const failure = failureOf(await signOut({}));
    if (failure && !isWithoutSession(failure)) showFailure(failure);
    else leave();
  };
}
