import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { type AccountList, useAccounts } from '../../parts/accounts.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { useViewer } from '../../shell/viewer.js';
import { whyNot } from './account-choice.js';
import { COMPOSED } from './compose.operations.js';
import { Composer } from './composer.js';
import { type Draft, draftOf, newDraft } from './draft.js';
import { keptDraft, lastTargets, slotOf } from './kept-drafts.js';
import { OtherDrafts } from './other-drafts.js';
import { useNewSlot } from './use-new-slot.js';

const newRoute = getRouteApi('/signed-in/compose');
const editRoute = getRouteApi('/signed-in/compose/$postGroupId');

/** A new post, or the one that was begun in this browser. */
export function NewView() {
  const { id } = useViewer();
  const { at } = newRoute.useSearch();
  const held = useNewSlot(id);
  const begin = (slot: string, accounts: AccountList): Draft => {
    const draft = keptDraft(slot) ?? newDraft(firstTargets(accounts, lastTargets(id)));
    return at && at !== draft.proposedAt ? { ...draft, at, proposedAt: at } : draft;
  };
  return (
    <Page title="New post">
      {held ? (
        <WithAccounts>
          {(accounts) => (
            <>
              <OtherDrafts slots={held.others} onTake={held.take} />
              <Composer
                key={`${held.slot} ${at}`}
                slot={held.slot}
                begin={() => begin(held.slot, accounts)}
                accounts={accounts}
              />
            </>
          )}
        </WithAccounts>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** A draft, or a scheduled post. */
export function EditView() {
  const { id } = useViewer();
  const { postGroupId } = editRoute.useParams();
  const [{ data, ...state }, fetchGroup] = useQuery({ query: COMPOSED, variables: { id: postGroupId } });
  const failure = failureOf(state);
  const slot = slotOf(id, postGroupId);
  // What was written stays when the post is deleted elsewhere.
  const opened = useRef<{ slot: string; draft: Draft } | null>(null);
  if (data && opened.current?.slot !== slot) {
    const draft = keptDraft(slot) ?? (data.postGroup?.id === postGroupId ? draftOf(data.postGroup) : null);
    opened.current = draft && { slot, draft };
  }
  const begun = opened.current?.slot === slot ? opened.current.draft : null;
  return (
    <Page title="Edit post">
      {failure && !begun && (
        <FailureNotice failure={failure} onRetry={() => fetchGroup({ requestPolicy: 'network-only' })} />
      )}
      {!data && !failure && <Loading />}
      {data && !begun && !failure && (
        <Empty title="This post is not here">It was deleted, or is of another account.</Empty>
      )}
      {begun && (
        <WithAccounts>
          {(accounts) => <Composer key={postGroupId} slot={slot} begin={() => begun} accounts={accounts} />}
        </WithAccounts>
      )}
    </Page>
  );
}

/** Those of the last post that can be posted to; the only account there is. */
function firstTargets({ list, isComplete }: AccountList, last: string[]): string[] {
  const usable = list.filter((account) => whyNot(account) === null).map(({ platformId }) => platformId);
  if (usable.length === 1 && isComplete) return usable;
  const known = new Set(list.map(({ platformId }) => platformId));
  const unknown = isComplete ? [] : last.filter((platformId) => !known.has(platformId));
  return [...usable.filter((platformId) => last.includes(platformId)), ...unknown];
}

function WithAccounts({ children }: { children: (accounts: AccountList) => ReactNode }) {
  const accounts = useAccounts();
  const { list, isComplete, failure, onRetry } = accounts;
  if (list.length > 0 || isComplete) return children(accounts);
  return failure ? <FailureNotice failure={failure} onRetry={onRetry} /> : <Loading />;
}
