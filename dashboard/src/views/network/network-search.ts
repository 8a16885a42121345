export const RANGES = [7, 30, 90] as const;

/** What is shown, as the address says it. */
export interface NetworkSearch {
  /** Platform id of the account. */
  target?: string;
  /** How far the series go back. */
  days?: (typeof RANGES)[number];
  /** The numbers of the charts. */
  table?: true;
  /** The platform’s id of the post that is open. */
  post?: string;
}

const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && `${value}`.length <= 300 ? String(value) : undefined;

/** Takes from an address what is right in it. */
export const parseSearch = ({ target, days, table, post }: Record<string, unknown>): NetworkSearch => ({
  // An omitted key would keep the value in the address.
  target: textIn(target),
  days: RANGES.find((range) => range === days),
  table: table === true ? true : undefined,
  post: textIn(post),
});
