/** An entry of the error catalogue. */

/** The detail names across all variants. */
type KeyOf<Details> = Details extends unknown ? keyof Details : never;

export interface Entry<Details> {
  status: number;
  /** Statuses of a platform's response (`details.status`) that are forwarded as the status of the error. */
  forwards?: readonly number[];
  message: (details: Details) => string;
  /** What each detail in `extensions` means. */
  details: { [Name in KeyOf<Details>]: string };
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
