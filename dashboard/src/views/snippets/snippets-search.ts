/** What the list shows, as its address says it. */
export interface SnippetsSearch {
  text?: string;
  /** The cursor of the last snippet of the page before. */
  after?: string;
}

/** Takes from an address what is right in it. */
export const parseSearch = ({ text, after }: Record<string, unknown>): SnippetsSearch => ({
  // A key that is left out would keep what the address has.
  text: text === undefined ? undefined : String(text).slice(0, 200),
  after: typeof after === 'string' ? after : undefined,
});
