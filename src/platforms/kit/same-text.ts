/** Whether the text of a published post is that of a part, allowing for changes made by platforms. */
import { normalized } from '../port/normalized.js';

/** Minimum shared letters before one text may be the other, truncated or extended. */
const LIKE_MIN = 16;

/**
 * same      but for white space, HTML entities and how Unicode writes a character
 * unclear   the same letters with other marks or links around them, or one is the beginning of the other
 * other     another text: it says nothing about the part
 */
export function makeComparison(written: string): (stored: string) => 'same' | 'unclear' | 'other' {
  const wanted = plain(written);
  const wantedLetters = letters(wanted);
  return (stored) => {
    const one = plain(stored);
    if (one === wanted) return 'same';
    if (one === '' || wanted === '') return 'other';
    const [shorter = '', longer = ''] = [letters(one), wantedLetters].sort((a, b) => a.length - b.length);
    const isLike = shorter === longer || (shorter.length >= LIKE_MIN && longer.startsWith(shorter));
    return isLike ? 'unclear' : 'other';
  };
}

const plain = (text: string): string => normalized(unescapeHtml(text)).replace(/\s+/g, ' ').trim();

const letters = (text: string): string =>
  normalized(text.replace(/https?:\/\/\S+/gi, ''), 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
