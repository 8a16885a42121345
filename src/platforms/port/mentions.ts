/** Mentions as clients write them [mentions/network]: `@{urn:network:person:1|Name}`. */

export type Segment =
  | { kind: 'text'; text: string }
  /** `name` must be the platform's own, to the letter; else it is shown as plain text. */
  | { kind: 'mention'; of: 'person' | 'organization'; urn: string; name: string };

const MENTION = /@\{(urn:network:(person|organization):[\w-]+)\|([^{}\n]+)\}/g;

/** The segments of a text in order: mentions, and the text between them. */
export function readMentions(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    const [whole, urn = '', of, name = ''] = match;
    if (match.index > end) segments.push({ kind: 'text', text: text.slice(end, match.index) });
    segments.push({ kind: 'mention', of: of === 'person' ? of : 'organization', urn, name });
    end = match.index + whole.length;
  }
  if (end < text.length) segments.push({ kind: 'text', text: text.slice(end) });
  return segments;
}

/**
 * The text with each mention replaced by its name [mentions/other-platforms]. Not idempotent: a name may complete the
 * markup around it, so a text is rendered once.
 */
export const renderMentions = (text: string): string =>
  readMentions(text)
    .map((segment) => (segment.kind === 'mention' ? segment.name : segment.text))
    .join('');
