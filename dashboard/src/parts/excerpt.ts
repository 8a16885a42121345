/** The beginning of a text, for names and links. */
export const excerpt = (content: string, length = 140): string =>
  content.length > length ? `${content.slice(0, length).trimEnd()}…` : content;
