/** Mentions as clients write them [mentions/network]: `@{urn:network:person:1|Name}`. */
import { toNative } from './urns.js';

export type Segment =
  | { kind: 'text'; text: string }
  /** `name` must be the platform's own, to the letter; else it is shown as plain text. */
  | { kind: 'mention'; of: 'person' | 'organization'; urn: string; name: string };

const MENTION = /@\{(urn:network:(person|organization):[\w-]+)\|([^{}\n]+)\}/g;

/** A text as it is, and the mentions in it, in its order. */
export function readMentions(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    const [whole, urn = '', of, name = ''] = match;
    if (match.index > end) segments.push({ kind: 'text', text: text.slice(end, match.index) });
    segments.push({ kind: 'mention', of: of === 'person' ? of : 'organization', urn: toNative(urn), name });
    end = match.index + whole.length;
  }
  if (end < text.length) segments.push({ kind: 'text', text: text.slice(end) });
  return segments;
}
