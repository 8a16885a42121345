/**
 * Normalization in linear time. `String.normalize` sorts the combining marks of a character in quadratic time: 100,000
 * marks block a process for seconds. So runs of them are broken up first, as Unicode's Stream-Safe Text Process does
 * (Annex 15, section 13); no language has runs of more than 30.
 */
const MAX_MARKS = 30;
const TOO_MANY_MARKS = /\p{M}{30}(?=\p{M})/gu;
const COMBINING_GRAPHEME_JOINER = '\u034f';

export function normalized(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  const isShort = text.length <= MAX_MARKS;
  return (isShort ? text : text.replace(TOO_MANY_MARKS, `$&${COMBINING_GRAPHEME_JOINER}`)).normalize(form);
}
