const camelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Converts a row of a raw query to camelCase: `due_at` becomes `dueAt`. The query determines `Row`. */
export const fromRow = <Row>(row: Record<string, unknown>): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value])) as Row;
