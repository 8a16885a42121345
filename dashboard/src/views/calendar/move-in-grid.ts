import type { KeyboardEvent } from 'react';

const ITEM = '[data-item]';

/**
 * Moves the focus in the grid by arrow keys: up and down through the hours and posts of a day, left and right to
 * another day. Returns whether the key was used.
 *
 * @param columns the days of a line: 7 in a month, where the next line follows below; 0: all are in one line
 */
export function moveInGrid(root: HTMLElement, event: KeyboardEvent, columns: number): boolean {
  const current = event.target instanceof Element ? event.target.closest<HTMLElement>(ITEM) : null;
  const ofCurrent = current?.closest<HTMLElement>('[data-day]');
  if (!current || !ofCurrent) return false;
  const days = [...root.querySelectorAll<HTMLElement>('[data-day]')];
  const day = days.indexOf(ofCurrent);
  const items = itemsOf(ofCurrent);
  const index = items.indexOf(current);
  const lineStart = columns > 1 ? day - (day % columns) : 0;
  const lineEnd = columns > 1 ? lineStart + columns - 1 : days.length - 1;
  // Below the weeks of a phone are the posts of one day.
  const rest = columns > 0 && days.length % columns > 0 ? days.at(-1) : undefined;
  const beside = (by: number) => besideOf(current, index, itemsOf(days[day + by]));
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => items[index + 1] ?? (columns > 0 ? itemsOf(days[day + columns] ?? rest)[0] : undefined),
    ArrowUp: () => items[index - 1] ?? (columns > 0 ? itemsOf(days[day - columns]).at(-1) : undefined),
    ArrowRight: () => beside(1),
    ArrowLeft: () => beside(-1),
    Home: () => beside(lineStart - day),
    End: () => beside(lineEnd - day),
  };
  const target = targets[event.key]?.();
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
  return event.key in targets;
}

const itemsOf = (day: HTMLElement | undefined): HTMLElement[] =>
  day ? [...day.querySelectorAll<HTMLElement>(ITEM)] : [];

/** The item of another day at the same hour; without hours, at the same place. */
function besideOf(current: HTMLElement, index: number, items: HTMLElement[]): HTMLElement | undefined {
  const { top } = current.dataset;
  if (top === undefined) return items[Math.min(index, items.length - 1)];
  return items.findLast((item) => Number(item.dataset.top) <= Number(top)) ?? items[0];
}

/** Makes one item of the grid a stop of the Tab key: the one that had the focus last, otherwise that of the date. */
export function keepOneStop(root: HTMLElement, date: string, focused?: HTMLElement): void {
  const stops = [...root.querySelectorAll<HTMLElement>(`${ITEM}[tabindex="0"]`)];
  const stop =
    focused ??
    stops[0] ??
    root.querySelector<HTMLElement>(`[data-day="${date}"] ${ITEM}`) ??
    root.querySelector<HTMLElement>(ITEM);
  for (const other of stops) if (other !== stop) other.tabIndex = -1;
  if (stop) stop.tabIndex = 0;
}
