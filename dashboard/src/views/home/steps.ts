import { t } from '@lingui/core/macro';
import type { Permission } from '../../parts/may.js';
import type { Home } from './home.operations.js';

/** A step of a new account, and the page on which it is done. */
export interface Step {
  title: string;
  detail: string;
  action: string;
  to: '/accounts' | '/compose' | '/calendar';
  isDone: boolean;
  /** Only those who may do it see the step. */
  needs: Permission;
}

/** The first steps of an account, of those that the person may do. */
export function stepsOf({ connectedAccounts, postGroupCounts }: Home, permissions: readonly Permission[]): Step[] {
  const has = (...statuses: string[]) =>
    (postGroupCounts ?? []).some(({ status, count }) => count > 0 && statuses.includes(status));
  const hasEnded = has('PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED');
  const steps: Step[] = [
    {
      title: t`Connect an account`,
      detail: t`Posts go out through the accounts that you have on the platforms.`,
      action: t`Connect`,
      to: '/accounts',
      // Posts of an account that was disconnected since show that this step was done.
      isDone: hasEnded || (connectedAccounts?.totalCount ?? 0) > 0,
      needs: 'MANAGE',
    },
    {
      title: t`Write your first post`,
      detail: t`One text for all accounts, with a preview for each of them.`,
      action: t`Write`,
      to: '/compose',
      isDone: hasEnded || has('DRAFT', 'SCHEDULED'),
      needs: 'DRAFT',
    },
    {
      title: t`Schedule it`,
      detail: t`Choose a time, and it is published without you.`,
      action: t`Open the calendar`,
      to: '/calendar',
      isDone: hasEnded || has('SCHEDULED'),
      needs: 'PUBLISH',
    },
  ];
  return steps.filter(({ needs }) => permissions.includes(needs));
}
