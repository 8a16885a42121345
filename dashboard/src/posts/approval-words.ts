import { AlertIcon, CheckIcon, HourglassIcon, type Icon, XIcon } from '@primer/octicons-react';
import type { graphql } from '../api/graphql.js';
import type { ApprovalPolicy } from '../shell/approvals.js';

type State = ReturnType<typeof graphql.scalar<'ApprovalState'>>;

/** What was decided about a request, in words. */
export const APPROVAL_STATES: Record<State, { label: string; color: string; icon: Icon }> = {
  PENDING: { label: 'Waiting for approval', color: 'orange', icon: HourglassIcon },
  APPROVED: { label: 'Approved', color: 'green', icon: CheckIcon },
  REJECTED: { label: 'Not approved', color: 'red', icon: XIcon },
  OUTDATED: { label: 'Changed since: ask again', color: 'orange', icon: AlertIcon },
};

/** Those who get an e-mail about a request: `the editors of Fern & Sons`. */
export const approversOf = (policy: ApprovalPolicy | null, account: string): string =>
  policy?.approvers === 'ADMINS' ? `The owner and the admins of ${account}` : `The editors of ${account}`;

/** At most so many characters. */
export const MAX_COMMENT = 2_000;
