import { t } from '@lingui/core/macro';
import { AlertIcon, CheckIcon, HourglassIcon, type Icon, XIcon } from '@primer/octicons-react';
import type { graphql } from '../api/graphql.js';
import type { ApprovalPolicy } from '../shell/approvals.js';

type State = ReturnType<typeof graphql.scalar<'ApprovalState'>>;

/** What was decided about a request, in words. */
export const APPROVAL_STATES: Record<State, { label: string; color: string; icon: Icon }> = {
  PENDING: {
    get label() {
      return t`Waiting for approval`;
    },
    color: 'orange',
    icon: HourglassIcon,
  },
  APPROVED: {
    get label() {
      return t`Approved`;
    },
    color: 'green',
    icon: CheckIcon,
  },
  REJECTED: {
    get label() {
      return t`Not approved`;
    },
    color: 'red',
    icon: XIcon,
  },
  OUTDATED: {
    get label() {
      return t`Changed since: ask again`;
    },
    color: 'orange',
    icon: AlertIcon,
  },
};

/** Those who get an e-mail about a request: `the editors of Fern & Sons`. */
export const approversOf = (policy: ApprovalPolicy | null, account: string): string =>
  policy?.approvers === 'ADMINS' ? t`The owner and the admins of ${account}` : t`The editors of ${account}`;

/** At most so many characters. */
export const MAX_COMMENT = 2_000;
