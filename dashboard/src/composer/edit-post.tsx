import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../api/failure.js';
import { Empty } from '../parts/empty.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { Loading } from '../parts/loading.js';
import { useMay } from '../parts/may.js';
import { useApproving } from '../shell/approvals.js';
import { useViewer } from '../shell/viewer.js';
import { Approved } from './approved.js';
import { COMPOSED } from './compose.operations.js';
import { Composer, type ComposerEvents } from './composer.js';
import { type Draft, draftOf } from './draft.js';
import { keptDraft, slotOf } from './kept-drafts.js';
import { WithAccounts } from './with-accounts.js';

interface EditPostProps extends ComposerEvents {
  postGroupId: string;
  /** The platform id of the account whose text is opened. */
  account?: string | undefined;
}

/** Edits a draft or a scheduled post. */
export function EditPost({ postGroupId, account, ...events }: EditPostProps) {
  const { id } = useViewer();
  const [{ data, ...state }, fetchGroup] = useQuery({ query: COMPOSED, variables: { id: postGroupId } });
  // What was written stays when the post is deleted elsewhere.
  const opened = useRef<{ slot: string; draft: Draft } | null>(null);
  const fetchAgain = () => {
    opened.current = null;
    fetchGroup({ requestPolicy: 'network-only' });
  };
  const mayPublish = useMay('PUBLISH');
  const failure = failureOf(state);
  const slot = slotOf(id, postGroupId);
  if (data && opened.current?.slot !== slot) {
    const draft = keptDraft(slot) ?? (data.postGroup?.id === postGroupId ? draftOf(data.postGroup) : null);
    opened.current = draft && { slot, draft };
  }
  const { policy } = useApproving();
  const isApproved =
    policy?.neededFor === 'EVERYBODY' && data?.postGroup?.id === postGroupId && data.postGroup.status === 'SCHEDULED';
  if (isApproved && mayPublish) return <Approved postGroupId={postGroupId} onTakenBack={fetchAgain} />;
  const isForOthers = !mayPublish && data?.postGroup?.id === postGroupId && data.postGroup.status !== 'DRAFT';
  if (isForOthers) {
    return (
      <Empty title={t`Your role cannot change this post`}>
        <Trans>
          It is scheduled or published, and your role writes drafts. Ask an editor, an admin or the owner to change it.
        </Trans>
      </Empty>
    );
  }
  const begun = opened.current?.slot === slot ? opened.current.draft : null;
  if (begun) {
    return (
      <WithAccounts>
        {(accounts) => (
          <Composer
            key={postGroupId}
            slot={slot}
            begin={() => begun}
            accounts={accounts}
            account={account}
            {...events}
          />
        )}
      </WithAccounts>
    );
  }
  if (failure) return <FailureNotice failure={failure} onRetry={fetchAgain} />;
  if (!data) return <Loading />;
  return (
    <Empty title={t`This post is not here`}>
      <Trans>It was deleted, or belongs to another account.</Trans>
    </Empty>
  );
}
