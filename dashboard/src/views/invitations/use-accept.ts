import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { useSession } from '../../api/session.js';
import { START } from '../../shell/navigation.js';
import { ACCEPT, type Received } from './invitations.operations.js';

/** Accepts an invitation, then shows the account in this window. */
export function useAccept(token: string, { accountName, managedUserNames, email }: Received) {
  const router = useRouter();
  const { actFor, renew } = useSession();
  const [{ fetching }, send] = useMutation(ACCEPT);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** With a name and a password for an address without a login. Returns why it was refused, or null. */
  const accept = async (login: { name?: string; password?: string }): Promise<Failure | null> => {
    const result = await send({ input: { token, ...login } });
    const refusal = failureOf(result);
    setFailure(refusal);
    const userId = result.data?.acceptInvitation?.userId;
    if (!userId) return refusal;
    // It is shown immediately: this page would say that the invitation was accepted before.
    await router.preloadRoute({ to: START }).catch(() => undefined);
    // Of several clients, the first one.
    actFor({ userId, name: managedUserNames?.[0] ?? accountName, email, manager: null });
    // Other windows of this browser have the new session, too.
    if (login.password !== undefined) renew();
    await router.navigate({ to: START, replace: true });
    return null;
  };
  return { accept, failure, fetching };
}
