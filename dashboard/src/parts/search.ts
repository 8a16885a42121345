/** How views read what an address says: what is wrong in it is left out. */

/** One of these values. */
export const oneOf = <T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((one) => one === value);

/** Those of these values that a list has. */
export function someOf<T extends string>(allowed: readonly T[], value: unknown): T[] | undefined {
  const some = Array.isArray(value) ? allowed.filter((one) => value.includes(one)) : [];
  return some.length > 0 ? some : undefined;
}

/** A text of a search, cut to what the API takes. */
export const searchText = (value: unknown): string | undefined =>
  value === undefined ? undefined : String(value).slice(0, 200);
