/** An enumeration whose names and values are the keys of a table. */
export const enumOfCodes = <Code extends string>(table: Record<Code, unknown>) =>
  Object.fromEntries(Object.keys(table).map((code) => [code, code])) as Record<Code, Code>;
