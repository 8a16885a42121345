import { type DragEvent, useMemo, useRef } from 'react';
import { toEntered, toInstant } from '../../parts/time.js';
import { moveOnClock, msOfClock } from './days.js';
import type { PlacedPost } from './placed-post.js';
import { useIsMovable } from './use-is-movable.js';
import type { Move } from './use-move.js';
import { clockTime } from './words.js';

interface DragProps {
  placed: PlacedPost[];
  selected: ReadonlySet<string>;
  timeZone: string;
  onStart: () => void;
  onMove: (moves: Move[]) => void;
}

/** Dropped posts go to a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

/** Drags a post to a day or an hour. A selected one takes the others along, with their distances on the clock. */
export function useDrag({ placed, selected, timeZone, onStart, onMove }: DragProps) {
  const isMovable = useIsMovable();
  const dragged = useRef<PlacedPost | undefined>(undefined);
  const marked = useRef<HTMLElement | null>(null);
  return useMemo(() => {
    const mark = (target: HTMLElement | null, label = '') => {
      if (marked.current !== target) marked.current?.removeAttribute('data-drop');
      marked.current = target;
      target?.setAttribute('data-drop', label);
    };
    const end = () => {
      dragged.current = undefined;
      mark(null);
    };
    return {
      onDragStart(event: DragEvent) {
        const id =
          event.target instanceof Element ? event.target.closest<HTMLElement>('[data-post]')?.dataset.post : '';
        dragged.current = placed.find(({ post }) => post.id === id && isMovable(post));
        if (!dragged.current) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', dragged.current.post.content);
        onStart();
      },
      onDragOver(event: DragEvent) {
        const target = dragged.current && targetAt(event);
        if (!target) return mark(null);
        event.preventDefault();
        const at = instantOf(target, event);
        if (at) target.style.setProperty('--drop-top', topOf(target, at));
        mark(target, at ? clockTime(at, timeZone) : '');
      },
      onDrop(event: DragEvent) {
        const from = dragged.current;
        const target = targetAt(event);
        end();
        if (!from || !target) return;
        event.preventDefault();
        const day = target.dataset.day ?? '';
        const dropped = instantOf(target, event);
        // On its own day it keeps its time, which can be the first or the second of a repeated hour.
        if (dropped === null && day === from.day) return;
        const to = dropped ?? toInstant(`${day} ${from.wallTime.slice(11)}`, timeZone);
        if (to === from.at) return;
        const byMs = msOfClock(toEntered(to, timeZone)) - msOfClock(from.wallTime);
        const others = selected.has(from.post.id) ? placed.filter(({ post }) => selected.has(post.id)) : [from];
        onMove(others.map((one) => ({ post: one.post, to: one === from ? to : moved(one, byMs, timeZone) })));
      },
      onDragEnd: end,
    };
  }, [placed, selected, timeZone, onStart, onMove, isMovable]);
}

/** The time of a post moved on the clock. */
export const moved = ({ wallTime }: PlacedPost, byMs: number, timeZone: string): string =>
  toInstant(moveOnClock(wallTime, byMs), timeZone);

/** The hour or the day below the pointer; posts lie above it. */
const targetAt = ({ clientX, clientY }: DragEvent): HTMLElement | undefined =>
  document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element.matches('[data-slot], [data-drop-day]'));

/** The quarter of an hour; null for a day. */
function instantOf(target: HTMLElement, { clientY }: DragEvent): string | null {
  const { slot, length = '0' } = target.dataset;
  if (!slot) return null;
  const { top, height } = target.getBoundingClientRect();
  const quarter = Math.floor(((clientY - top) / height) * 4);
  const withinMs = Math.min(Math.max(quarter, 0) * QUARTER_MS, Number(length) - QUARTER_MS);
  return new Date(Date.parse(slot) + withinMs).toISOString();
}

const topOf = ({ dataset: { slot = '', length = '1' } }: HTMLElement, at: string): string =>
  `${((Date.parse(at) - Date.parse(slot)) / Number(length)) * 100}%`;
