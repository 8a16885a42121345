import { type ReactNode, useMemo } from 'react';
import { Provider } from 'urql';
import { openApiFor } from './client.js';

interface ActingForProps {
  /** A managed user. */
  userId: string;
  children: ReactNode;
}

/** Runs the operations of all components below it on behalf of a managed user. */
export function ActingFor({ userId, children }: ActingForProps) {
  const client = useMemo(() => openApiFor(userId), [userId]);
  return (
    <Provider key={userId} value={client}>
      {children}
    </Provider>
  );
}
