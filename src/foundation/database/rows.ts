const camelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The properties of columns. Queries name their columns, so there are only so many. */
const properties = new Map<string, string>();

function propertyOf(column: string): string {
  const known = properties.get(column);
  if (known !== undefined) return known;
  const property = camelCase(column);
  properties.set(column, property);
  return property;
}

/** Converts a row of a raw query to camelCase: `due_at` becomes `dueAt`. The query determines `Row`. */
export function fromRow<Row>(row: Record<string, unknown>): Row {
  const converted: Record<string, unknown> = {};
  for (const column in row) converted[propertyOf(column)] = row[column];
  return converted as Row;
}
