const segmenter = new Intl.Segmenter();

/** The first letters of the first two words. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...segmenter.segment(word)][0]?.segment.toUpperCase() ?? '')
    .join('');
