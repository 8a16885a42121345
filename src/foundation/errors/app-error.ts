import { CATALOGUE, type ErrorCode, type ErrorDetails } from './catalogue.js';
import type { Entry } from './entry.js';

type Parameters<Code extends ErrorCode> = keyof ErrorDetails<Code> extends never
  ? []
  : Record<never, never> extends ErrorDetails<Code>
    ? [details?: ErrorDetails<Code>]
    : [details: ErrorDetails<Code>];

/** An error of the catalogue, ready to be shown: `new AppError('PLATFORM_ID_INVALID', { platformId })`. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly restStatus: number;
  readonly details: Record<string, unknown>;
  /** Where in the input it is, if its code does not say that (guidance.ts): a path such as `media.1.url`. */
  field: string | undefined;

  constructor(
    readonly code: Code,
    ...[details]: Parameters<Code>
  ) {
    // The parameter types above tie details to the code; the union of all message functions cannot.
    const entry = CATALOGUE[code] as Entry<unknown>;
    const given: Record<string, unknown> = details ?? {};
    super(entry.message(given));
    this.status = entry.forwards?.find((status) => status === given.status) ?? entry.status;
    this.restStatus = entry.restStatus ?? this.status;
    this.details = given;
  }

  /** The error, about this field of the input. */
  at(field: string): this {
    this.field = field;
    return this;
  }

  /** The body of the REST answer. */
  restBody(): Record<string, unknown> {
    const { code, message, details } = this;
    const { restBody } = CATALOGUE[code] as Entry<unknown>;
    return restBody?.({ code, message, details }) ?? { error: message };
  }
}
