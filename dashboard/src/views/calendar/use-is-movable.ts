import { useCallback } from 'react';
import { useMay } from '../../parts/may.js';
import { useApproving } from '../../shell/approvals.js';
import type { CalendarPost } from './calendar.operations.js';
import { isMovable } from './placed-post.js';

/** Returns whether the person can move a post: somebody who writes drafts moves these alone. */
export function useIsMovable(): (post: CalendarPost) => boolean {
  const mayWrite = useMay('DRAFT');
  const mayPublish = useMay('PUBLISH');
  // What was approved keeps its time.
  const isFixed = useApproving().policy?.neededFor === 'EVERYBODY';
  return useCallback(
    (post) => (post.status === 'DRAFT' ? mayWrite : mayPublish && !isFixed) && isMovable(post),
    [mayWrite, mayPublish, isFixed],
  );
}
