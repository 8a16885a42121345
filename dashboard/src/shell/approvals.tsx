import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { graphql, type ResultOf } from '../api/graphql.js';
import { useLiveQuery } from '../api/live-query.js';
import { useMay } from '../parts/may.js';

const APPROVING = graphql(`
  query Approving {
    viewer {
      id
      approvalPolicy {
        neededFor
        approvers
        approvals
      }
    }
    approvals(first: 1) {
      totalCount
    }
    members(first: 1) {
      totalCount
    }
  }
`);

export type ApprovalPolicy = NonNullable<ResultOf<typeof APPROVING>['viewer']>['approvalPolicy'];

interface Approving {
  /** Null until it is known. */
  policy: ApprovalPolicy | null;
  /** Requests that wait for a decision. */
  waiting: number;
  /** More than one person works in the account. */
  isTeam: boolean;
}

const NOTHING: Approving = { policy: null, waiting: 0, isTeam: false };
const ApprovingContext = createContext(NOTHING);

/** Provides how posts of the account are approved, and how many wait for it. */
export function ApprovalsProvider({ children }: { children: ReactNode }) {
  const pause = !useMay('READ');
  const { data } = useLiveQuery({ query: APPROVING, variables: {}, pause });
  const approving = useMemo(
    () => ({
      policy: data?.viewer?.approvalPolicy ?? null,
      waiting: data?.approvals?.totalCount ?? 0,
      isTeam: (data?.members?.totalCount ?? 0) > 1,
    }),
    [data],
  );
  return <ApprovingContext value={approving}>{children}</ApprovingContext>;
}

export const useApproving = (): Approving => useContext(ApprovingContext);

/** Whether the policy lets the person approve what others ask for. */
export function useMayApprove(): boolean {
  const { policy } = useApproving();
  const [mayPublish, mayAdminister] = [useMay('PUBLISH'), useMay('ADMINISTER')];
  if (policy === null) return false;
  return policy.approvers === 'ADMINS' ? mayAdminister : mayPublish;
}

/** Whether the person creates approval links. Where everybody needs an approval, only those who set the policy do. */
export function useMayShare(): boolean {
  const { policy } = useApproving();
  const [mayApprove, mayAdminister] = [useMayApprove(), useMay('ADMINISTER')];
  return mayApprove && (policy?.neededFor !== 'EVERYBODY' || mayAdminister);
}

/**
 * Whether the person asks for approvals: always, as the role or the policy does not let them schedule (`instead`), or
 * not at all.
 */
export function useAsking(): { may: boolean; instead: boolean } {
  const { policy } = useApproving();
  const [mayWrite, mayPublish] = [useMay('DRAFT'), useMay('PUBLISH')];
  const may = mayWrite && policy !== null && policy.neededFor !== 'NOBODY';
  return { may, instead: may && (!mayPublish || policy.neededFor === 'EVERYBODY') };
}
