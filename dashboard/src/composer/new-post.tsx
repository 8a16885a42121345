import { useEffect, useState } from 'react';
import type { AccountList } from '../parts/accounts.js';
import { Loading } from '../parts/loading.js';
import { useViewer } from '../shell/viewer.js';
import { whyNot } from './account-chip.js';
import type { ComposedGroup } from './compose.operations.js';
import { Composer, type ComposerEvents } from './composer.js';
import { Done } from './done.js';
import { type Draft, newDraft } from './draft.js';
import { EditPost } from './edit-post.js';
import { keptDraft, lastTargets, makeNewSlot } from './kept-drafts.js';
import { OtherDrafts } from './other-drafts.js';
import { useNewSlot } from './use-new-slot.js';
import type { Wish } from './use-submit.js';
import { WithAccounts } from './with-accounts.js';

interface NewPostProps extends ComposerEvents {
  /** The proposed time, an instant. Another one replaces the time of the post that is being written. */
  at?: string | undefined;
}

/**
 * Writes a new post, or continues the one that was begun in this browser. In a panel (`onClose`) it stays after each
 * post and offers to write another one; otherwise the caller leaves on `onDone`.
 */
export function NewPost({ at, onDone, onTakenBack, onClose }: NewPostProps) {
  const { id } = useViewer();
  const held = useNewSlot(id);
  const [done, setDone] = useState<{ group: ComposedGroup; wish: Wish } | null>(null);
  const [takenBack, setTakenBack] = useState<string | null>(null);
  const writeAnother = () => {
    setDone(null);
    held?.take(makeNewSlot(id));
  };
  // Another time was chosen beside the panel: for another post.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new time begins one.
  useEffect(() => {
    if (done) writeAnother();
  }, [at]);
  const finish = (group: ComposedGroup, wish: Wish) => {
    setTakenBack(null);
    if (onClose) setDone({ group, wish });
    onDone(group, wish);
  };
  const takeBack = (group: ComposedGroup) => {
    setDone(null);
    if (onClose) setTakenBack(group.id);
    onTakenBack(group);
  };
  if (takenBack) {
    return <EditPost postGroupId={takenBack} onDone={finish} onTakenBack={takeBack} onClose={onClose} />;
  }
  if (done && onClose) return <Done {...done} onAnother={writeAnother} onClose={onClose} />;
  if (!held) return <Loading />;
  const begin = (accounts: AccountList): Draft => {
    const draft = keptDraft(held.slot) ?? newDraft(firstTargets(accounts, lastTargets(id)));
    return at && at !== draft.proposedAt ? { ...draft, at, timing: 'CHOSEN', proposedAt: at } : draft;
  };
  return (
    <WithAccounts>
      {(accounts) => (
        <>
          <OtherDrafts slots={held.others} onTake={held.take} />
          <Composer
            key={held.slot}
            slot={held.slot}
            begin={() => begin(accounts)}
            accounts={accounts}
            at={at}
            onDone={finish}
            onTakenBack={takeBack}
            onClose={onClose}
          />
        </>
      )}
    </WithAccounts>
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
