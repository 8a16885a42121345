/** What an error of the catalogue is made of. */

/** Every name in any shape of the details. */
type KeyOf<Details> = Details extends unknown ? keyof Details : never;

export interface Entry<Details> {
  status: number;
  /** Statuses of a platform's answer (`details.status`) that become that of the error. */
  forwards?: readonly number[];
  message: (details: Details) => string;
  /** What each detail in `extensions` means. */
  details: { [Name in KeyOf<Details>]: string };
  /** The body of the REST answer where it is more than `{ error: message }`. */
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
