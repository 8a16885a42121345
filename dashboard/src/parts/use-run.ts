import { useState } from 'react';
import type { Failure } from '../api/failure.js';
import { showFailure } from './failure-notice.js';

/** Runs actions one at a time, and shows why one was refused. */
export function useRun() {
  const [running, setRunning] = useState(false);
  /** Whether it was done. The action returns why it was refused, or null. */
  const run = async (action: () => Promise<Failure | null>): Promise<boolean> => {
    setRunning(true);
    const failure = await action();
    setRunning(false);
    if (failure) showFailure(failure);
    return failure === null;
  };
  return { running, run };
}
