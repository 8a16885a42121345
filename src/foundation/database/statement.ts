/** Statements that connections prepare, and statements made of parts. */

const names = new Map<string, string>();

/**
 * Has each connection parse and plan a statement once, not each time that it is sent. The texts of a process must be few.
 * It names the columns that it returns: after a migration, Postgres refuses one that would return others.
 */
export function prepared(text: string): string {
  if (!names.has(text)) names.set(text, `statement_${names.size + 1}`);
  return text;
}

/** The name under which a connection prepares a statement; undefined where it does not. */
export const preparedName = (text: string): string | undefined => names.get(text);

/**
 * A condition that a column has one of these values, and the value of its placeholder, `$1`. Postgres reuses the plan for a
 * single value. It expects a list of unknown length to have ten entries, so it plans a prepared statement each time.
 */
export const isOneOf = <Value>(column: string, values: readonly Value[]) =>
  values.length === 1 ? ([`${column} = $1`, values[0]] as const) : ([`${column} = ANY($1)`, values] as const);

const COMMITS = '/* COMMIT follows */ ';

/**
 * Marks the last statement of a transaction: COMMIT is sent with it, which saves a round trip while locks are held. The
 * caller sends nothing after it, and does not fail once the response has arrived.
 */
export const committing = (text: string): string => COMMITS + text;

export const isCommitting = (text: string): boolean => text.startsWith(COMMITS);

/** A part of a statement. Its placeholders count its own values, from `$1`. */
export interface Part {
  text: string;
  values: readonly unknown[];
}

/**
 * One statement of parts, each a CTE, and what it selects of them. All parts see the tables as they were before, and
 * each other only by what they return.
 */
export function combine(parts: readonly (readonly [name: string, part: Part])[], select: string): Part {
  const values: unknown[] = [];
  const ctes = parts.map(([name, part]) => {
    const before = values.length;
    values.push(...part.values);
    return `${name} AS (${part.text.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`)})`;
  });
  return { text: `WITH ${ctes.join(', ')} ${select}`, values };
}
