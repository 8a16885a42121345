import type { ReactNode } from 'react';
import { type AccountList, useAccounts } from '../parts/accounts.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { Loading } from '../parts/loading.js';

/** Renders its content once the first accounts are loaded. */
export function WithAccounts({ children }: { children: (accounts: AccountList) => ReactNode }) {
  const accounts = useAccounts();
  const { list, isComplete, failure, onRetry } = accounts;
  if (list.length > 0 || isComplete) return children(accounts);
  return failure ? <FailureNotice failure={failure} onRetry={onRetry} /> : <Loading />;
}
