/** One call of a platform's API, from the request to a checked answer or the step of a failed part. */
import type { z } from 'zod';
import type { Http, HttpAnswer, HttpRequest } from '../../foundation/http-client/http.js';
import { type Context, type FailedStep, lostFailure } from './failed-step.js';
import { answerFailure, type FailureTable } from './failure-table.js';

export type Asked<T> =
  | { kind: 'read'; value: T; answer: HttpAnswer }
  /** `status`, `error` and `subcode` (the platform's own codes) for callers to whom one refusal means something special. */
  | {
      kind: 'refused';
      step: FailedStep;
      /** Absent when there was none. */
      answer?: HttpAnswer;
      status?: number;
      error?: string | number;
      subcode?: number;
    };

/**
 * Sends the request. An answer counts as read when its status is 2xx and its body is JSON or empty and fits the schema; everything else is
 * classified by the table. Never throws for what the platform does.
 */
export async function ask<T>(
  http: Http,
  request: HttpRequest,
  schema: z.ZodType<T>,
  table: FailureTable,
  context: Context,
): Promise<Asked<T>> {
  const result = await http({ publishes: context.purpose === 'write', ...request });
  if (result.kind === 'lost') return { kind: 'refused', step: lostFailure(result, context) };
  // A page in the place of an answer is none, also where the content does not matter.
  const isReadable = result.json !== undefined || result.text.trim() === '';
  if (result.status >= 200 && result.status < 300 && isReadable) {
    const read = schema.safeParse(result.json);
    if (read.success) return { kind: 'read', value: read.data, answer: result };
  }
  const { error, subcode } = table.read(result);
  return {
    kind: 'refused',
    step: answerFailure(result, table, context),
    answer: result,
    status: result.status,
    error,
    subcode,
  };
}
