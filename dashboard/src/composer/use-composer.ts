import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { AccountList } from '../parts/accounts.js';
import { useChosenAccounts } from './chosen-accounts.js';
import type { ComposedGroup } from './compose.operations.js';
import { conflictOf } from './conflict.js';
import { type Draft, draftOf, isStorable, isUnsaved, mediaIdsOf, tooLong } from './draft.js';
import { placeOf } from './issues.js';
import { isSlotOfNew } from './kept-drafts.js';
import { useCheck } from './use-check.js';
import { useDraft } from './use-draft.js';
import { useGroupOfDraft } from './use-group.js';
import { isQueued, useQueue } from './use-queue.js';
import { useStoredGroup } from './use-stored-group.js';
import { isDone, useSubmit, type Wish } from './use-submit.js';
import { useUploads } from './use-uploads.js';

/** What is missing or wrong, before anything is sent. */
export interface Missing {
  text: string | null;
  accounts: string | null;
  /** Problems that the service has found. */
  problems: number;
}

/** A draft, its files and its group; how it is checked, stored and sent. */
export function useComposer(slot: string, begin: () => Draft, accounts: AccountList) {
  const state = useDraft(slot, begin);
  const { draft, change } = state;
  const stored = useStoredGroup(draft.groupId);
  const group = useGroupOfDraft(state);
  const isScheduled = stored ? stored.status !== 'DRAFT' : false;
  // The files of a scheduled post would go out with it, also if nothing is saved.
  const isEager = isStorable(draft) && (draft.groupId === null || stored?.status === 'DRAFT');
  const uploads = useUploads({ ...state, group, isEager });
  const check = useCheck(draft);
  const resolved = useChosenAccounts(accounts, draft.platformIds);
  const queue = useQueue(draft.platformIds);
  const { submit, running, failure } = useSubmit({ ...state, group, uploads, queue });

  const seen = useSeenFiles(draft, stored);
  const isSending =
    running !== null ||
    draft.files.some(({ key, mediaId }) => mediaId === null && uploads.states[key]?.failure === null);
  const conflict = isSending ? null : conflictOf(draft, stored, seen);
  const isSame = stored ? isDone(draft, stored, stored.status === 'DRAFT' ? 'draft' : 'send', queue) : false;
  const isNew = isSlotOfNew(slot);
  // A new post that is no longer a draft: the response was lost, perhaps with the page.
  const isUnanswered = isNew || failure?.code === 'UNREACHABLE';
  const hasArrived = running === null && isUnanswered && isSame && stored?.status !== 'DRAFT';
  const isReplaced = conflict === 'changed' && (isSame || !isUnsaved(draft));
  useEffect(() => {
    if (isReplaced && stored) change(draftOf(stored));
  }, [isReplaced, stored, change]);

  const [wasTried, setTried] = useState(false);
  const errors = check.isCurrent ? check.issues.filter(({ severity }) => severity === 'ERROR') : [];
  const missing: Missing = {
    text: draft.content.trim() === '' ? t`Write something: every post has a text.` : tooLong(draft.content),
    accounts: draft.platformIds.length === 0 ? t`Choose at least one account.` : null,
    // Files that wait are not known to the service.
    problems: errors.filter((issue) => isEager || placeOf(issue) !== 'files').length,
  };
  const isMissing = (wish: Wish) =>
    missing.text !== null || missing.accounts !== null || (wish !== 'draft' && missing.problems > 0);

  return {
    ...state,
    stored,
    /** It is no post that was opened to be edited. */
    isNew,
    uploads,
    check,
    running,
    failure,
    conflict: isReplaced || hasArrived ? null : conflict,
    /** The group that was sent although its response was lost. */
    arrived: hasArrived ? (stored ?? null) : null,
    isScheduled,
    queue,
    isQueued: isQueued(draft, queue),
    isEager,
    resolved,
    /** Shown once a person tried to send it. */
    missing: wasTried ? missing : { text: null, accounts: null, problems: 0 },
    /** The stored group; null if something is missing or it was refused. */
    async submit(wish: Wish) {
      const isStopped = isMissing(wish);
      setTried(isStopped);
      return isStopped ? null : submit(wish);
    },
  };
}

export type ComposerState = ReturnType<typeof useComposer>;

/** The saved files of the post, and those that it had when it was read. */
function useSeenFiles({ base }: Draft, stored: ComposedGroup | null | undefined): ReadonlySet<string> {
  const seen = useRef(new Set<string>());
  for (const id of [...(base?.savedMediaIds ?? []), ...(stored ? mediaIdsOf(stored) : [])]) seen.current.add(id);
  return seen.current;
}
