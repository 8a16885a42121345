import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Draft, isUnsaved } from './draft.js';
import { forgetDraft, keepDraft, keptKeys } from './kept-drafts.js';
import { forgetFile, forgetUnused } from './kept-files.js';

type Change = Partial<Draft> | ((draft: Draft) => Partial<Draft>);

/** The draft of a slot: every change is kept in this browser before anything else happens. */
export interface DraftState {
  draft: Draft;
  /** As it is now, for what runs beside the rendering. */
  current: () => Draft;
  change: (change: Change) => void;
  /** It is stored elsewhere, or not wanted: nothing of it stays in this browser. */
  forget: () => void;
  /** What is not stored yet is kept in another slot from now on. */
  moveTo: (slot: string) => void;
  /** False if the browser has no room for it. */
  isKept: boolean;
}

export function useDraft(slot: string, initial: () => Draft): DraftState {
  const [draft, setDraft] = useState(initial);
  const [isKept, setKept] = useState(true);
  const latest = useRef(draft);
  const isForgotten = useRef(false);
  // A draft that was saved, or replaced by another version, needs its files no longer than it is open.
  useEffect(() => void forgetUnused(keptKeys), []);
  const current = useCallback(() => latest.current, []);
  const change = useCallback(
    (changes: Change) => {
      const changed = typeof changes === 'function' ? changes(latest.current) : changes;
      latest.current = { ...latest.current, ...changed };
      if (!isForgotten.current) setKept(keepDraft(slot, latest.current));
      setDraft(latest.current);
    },
    [slot],
  );
  const forget = useCallback(() => {
    isForgotten.current = true;
    forgetDraft(slot);
    forgetFiles(latest.current);
  }, [slot]);
  const moveTo = useCallback(
    (other: string) => {
      isForgotten.current = true;
      forgetDraft(slot);
      keepDraft(other, latest.current);
      if (!isUnsaved(latest.current)) forgetFiles(latest.current);
    },
    [slot],
  );
  return useMemo(
    () => ({ draft, current, change, forget, moveTo, isKept }),
    [draft, current, change, forget, moveTo, isKept],
  );
}

/** Removes the bytes of files from this browser, and those of the files that they were made of. */
export function forgetFiles({ files }: Pick<Draft, 'files'>): void {
  for (const { key, original } of files) {
    void forgetFile(key);
    if (original) void forgetFile(original.key);
  }
}
