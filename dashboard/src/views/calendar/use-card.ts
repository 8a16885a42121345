import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface OpenCard {
  postId: string;
  anchor: HTMLElement;
  /** Opened by a click: it has actions and the focus. Otherwise it is shown while the pointer or the focus is there. */
  isPinned: boolean;
}

const SHOWN_AFTER_MS = 500;
/** Long enough to move the pointer into the card. */
const HIDDEN_AFTER_MS = 150;

/** The card of a post: which one is open, and how. */
export function useCard() {
  const [card, setCard] = useState<OpenCard | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = useCallback((ms: number, next: OpenCard | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCard((before) => (before?.isPinned ? before : next)), ms);
  }, []);
  const now = useCallback((next: OpenCard | null) => {
    clearTimeout(timer.current);
    setCard(next);
  }, []);
  const actions = useMemo(
    () => ({
      peek: (postId: string, anchor: HTMLElement) => later(SHOWN_AFTER_MS, { postId, anchor, isPinned: false }),
      leave: () => later(HIDDEN_AFTER_MS, null),
      stay: () => clearTimeout(timer.current),
      open: (postId: string, anchor: HTMLElement) => now({ postId, anchor, isPinned: true }),
      close: () => now(null),
    }),
    [later, now],
  );
  return { card, ...actions };
}

export type CardState = ReturnType<typeof useCard>;
