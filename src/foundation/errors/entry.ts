/** An entry of the error catalogue. */

/** The detail names across all variants. */
type KeyOf<Details> = Details extends unknown ? keyof Details : never;

export interface Entry<Details> {
  status: number;
  /** In REST, if it differs: the contract's codes have no 415. */
  restStatus?: number;
  /**
   * Where it is raised if operations of the public GraphQL cannot raise it: by REST, by a page that a person opens, by MCP,
   * or in the operator's console.
   */
  only?: 'rest' | 'page' | 'mcp' | 'console';
  /** Statuses of a platform's response (`details.status`) that are forwarded as the status of the error. */
  forwards?: readonly number[];
  message: (details: Details) => string;
  /** What each detail in `extensions` means. */
  details: { [Name in KeyOf<Details>]: string };
  /** Where details have values of enums, as paths such as `validation.errors.platform`: GraphQL has them in upper case. */
  enums?: readonly string[];
  /** The body of the REST response, if it is more than `{ error: message }`. */
  restBody?: (error: { code: string; message: string; details: Record<string, unknown> }) => Record<string, unknown>;
}

type NoDetails = Record<never, never>;

/** An error whose message is always the same. */
export const plain = (status: number, message: string): Entry<NoDetails> => ({
  status,
  message: () => message,
  details: {},
});
/** An error whose message or details depend on the case. */
export const detailed = <Details>(entry: Entry<Details>): Entry<Details> => entry;

/** A body in a form that is not read. */
export const notRead = <Details = NoDetails>(entry: Pick<Entry<Details>, 'message' | 'details'>): Entry<Details> => ({
  ...entry,
  status: 415,
  restStatus: 400,
});

/** An error of REST's own: a check that GraphQL's types make, or the documented 500 of a route. */
export const restOnly = <Details>(entry: Entry<Details>) => ({ ...entry, only: 'rest' as const });
/** An error of access to MCP. */
export const mcpOnly = <Details>(entry: Entry<Details>) => ({ ...entry, only: 'mcp' as const });
/** An error of a login or of a connection page. */
export const pageOnly = <Details>(entry: Entry<Details>) => ({ ...entry, only: 'page' as const });
/** An error of the operator's console, whose schema is not the public one. */
export const consoleOnly = <Details>(entry: Entry<Details>) => ({ ...entry, only: 'console' as const });
