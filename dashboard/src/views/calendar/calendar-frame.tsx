import { Trans } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react';
import classes from './event.module.css';
import { keepOneStop, moveInGrid } from './move-in-grid.js';
import type { CardState } from './use-card.js';
import type { useDrag } from './use-drag.js';
import type { Selection } from './use-selection.js';

interface CalendarFrameProps {
  label: string;
  date: string;
  /** As `moveInGrid`. */
  columns: number;
  card: CardState;
  selection: Selection;
  drag: ReturnType<typeof useDrag>;
  onCompose: (at: string) => void;
  onOpenDay: (day: string) => void;
  onStep: (by: 1 | -1) => void;
  /** R on a post. */
  onMove: (postId: string) => void;
  onDelete: (postId: string) => void;
  children: ReactNode;
}

/**
 * Handles clicks, keys and drags for all hours and posts of the calendar, by their data attributes. It is one stop of
 * the Tab key; arrow keys move within it.
 */
export function CalendarFrame(props: CalendarFrameProps) {
  const { label, date, columns, card, selection, drag, onCompose, onOpenDay, onStep, onMove, onDelete, children } =
    props;
  const root = useRef<HTMLDivElement>(null);
  const lastPost = useRef<string | null>(null);
  const hint = useId();
  useEffect(() => {
    if (!root.current) return;
    keepOneStop(root.current, date);
    // A post that moved to another day is another element.
    const id = document.activeElement === document.body ? lastPost.current : null;
    if (id) root.current.querySelector<HTMLElement>(`[data-post="${CSS.escape(id)}"]`)?.focus();
  });
  /** The post of an event. Menus and cards are elsewhere in the document, though their events arrive here. */
  const postOf = ({ target }: { target: EventTarget }): HTMLElement | null =>
    target instanceof Element && root.current?.contains(target) ? target.closest<HTMLElement>('[data-post]') : null;

  const onClick = (event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element && root.current?.contains(target))) return;
    const post = postOf(event);
    if (post) {
      const id = post.dataset.post ?? '';
      if (event.shiftKey) selection.extend(id);
      else if (event.ctrlKey || event.metaKey) selection.toggle(id);
      else card.open(id, post);
      return;
    }
    const { openDay } = target.closest<HTMLElement>('[data-open-day]')?.dataset ?? {};
    if (openDay) return onOpenDay(openDay);
    const item = target.closest<HTMLElement>('[data-item]');
    const { compose } = (item ?? target.closest<HTMLElement>('[data-compose]'))?.dataset ?? {};
    if (compose) onCompose(compose);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!root.current?.contains(event.target as Node) || event.ctrlKey || event.metaKey || event.altKey) return;
    const post = postOf(event);
    const id = post?.dataset.post;
    const keys: Record<string, (() => void) | undefined> = {
      PageUp: () => onStep(-1),
      PageDown: () => onStep(1),
      Escape: () => (card.card ? card.close() : selection.clear()),
      ...(post &&
        id && {
          Enter: () => card.open(id, post),
          ' ': () => (event.shiftKey ? selection.extend(id) : selection.toggle(id)),
          r: () => onMove(id),
          Delete: () => onDelete(id),
        }),
    };
    const act = keys[event.key];
    act?.();
    if (act || moveInGrid(root.current, event, columns)) event.preventDefault();
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (!root.current?.contains(event.target)) return;
    const item = event.target.closest<HTMLElement>('[data-item]');
    if (item) keepOneStop(root.current, date, item);
    const post = postOf(event);
    lastPost.current = post?.dataset.post ?? null;
    if (post?.matches(':focus-visible')) card.peek(lastPost.current ?? '', post);
  };
  const onBlur = ({ target }: FocusEvent) => {
    card.leave();
    setTimeout(() => {
      if (target.isConnected && document.activeElement !== target) lastPost.current = null;
    });
  };
  const onPointerOver = (event: PointerEvent) => {
    const post = event.pointerType === 'mouse' && event.buttons === 0 ? postOf(event) : null;
    if (post) card.peek(post.dataset.post ?? '', post);
  };
  return (
    // The buttons in it have the roles.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields
    <div
      ref={root}
      role="group"
      aria-label={label}
      aria-describedby={hint}
      className={classes.frame}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        const post = postOf(event);
        if (!post) return;
        event.preventDefault();
        card.open(post.dataset.post ?? '', post);
      }}
      onFocus={onFocus}
      onBlur={onBlur}
      onPointerDown={card.leave}
      onPointerOver={onPointerOver}
      onPointerOut={(event) => postOf(event) && card.leave()}
      {...drag}
    >
      <VisuallyHidden id={hint}>
        <Trans>
          Arrow keys move between days, hours and posts. Space selects a post, R moves it, Delete deletes it.
        </Trans>
      </VisuallyHidden>
      {children}
    </div>
  );
}
