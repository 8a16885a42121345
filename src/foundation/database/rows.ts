const camelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A row of a query written by hand as the code names it: `due_at` is `dueAt`. The query decides what `Row` is. */
export const fromRow = <Row>(row: Record<string, unknown>): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value])) as Row;
