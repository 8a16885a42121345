/** The one of what is allowed that a value of an address is; undefined if it is none. */
export const oneOf = <T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((one) => one === value);
