import { diffWordsWithSpace } from 'diff';

/** A part of two texts: in both, in the earlier one, or in the later one. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** A difference of texts with nothing in common takes long to find, and says nothing. */
const LONGEST_MS = 200;
/** Characters that are shown of a long part before and after a change. */
const CONTEXT = 120;

/** How two texts differ, by words. What is in both is shortened. */
export function diffOf(before: string, after: string): DiffPart[] {
  const parts = diffWordsWithSpace(before, after, { timeout: LONGEST_MS }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return parts.map(({ removed, added, value }, index) => {
    if (removed || added) return { kind: removed ? 'removed' : 'added', text: value };
    return { kind: 'same', text: shortened(value, { isFirst: index === 0, isLast: index === parts.length - 1 }) };
  });
}

/** Keeps what is beside a change. */
function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= 2 * CONTEXT) return text;
  const start = isFirst ? '' : text.slice(0, CONTEXT);
  const end = isLast ? '' : text.slice(-CONTEXT);
  return `${start} … ${end}`;
}
