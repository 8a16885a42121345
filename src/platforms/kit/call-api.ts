/** One API call to a platform, from the request to a validated response or the step of a failed part. */
import type { z } from 'zod';
import type { Http, HttpRequest, HttpResponse } from '../../foundation/http-client/http.js';
import { type Context, type FailedStep, lostFailure } from './failed-step.js';
import { type FailureTable, responseFailure } from './failure-table.js';

export type ApiResult<T> =
  | { kind: 'ok'; value: T; answer: HttpResponse }
  /** `status`, `error`, `subcode` and `words` (the platform's codes and message) are for callers that handle specific errors. */
  | {
      kind: 'rejected';
      step: FailedStep;
      /** Absent if there was none. */
      answer?: HttpResponse;
      status?: number;
      error?: string | number;
      subcode?: number;
      words?: string;
    };

/**
 * Sends the request. A response is ok if its status is 2xx and its body is JSON or empty and matches the schema;
 * everything else is classified by the table. Never throws because of the platform.
 */
export async function callApi<T>(
  http: Http,
  request: HttpRequest,
  schema: z.ZodType<T>,
  table: FailureTable,
  context: Context,
): Promise<ApiResult<T>> {
  const result = await http({ publishes: context.purpose === 'write', ...request });
  if (result.kind === 'lost') return { kind: 'rejected', step: lostFailure(result, context) };
  // An HTML page instead of a response is a failure, even if the content does not matter.
  const isReadable = result.json !== undefined || result.text.trim() === '';
  if (result.status >= 200 && result.status < 300 && isReadable) {
    const read = schema.safeParse(result.json);
    if (read.success) return { kind: 'ok', value: read.data, answer: result };
  }
  const { error, subcode, message: words } = table.read(result);
  return {
    kind: 'rejected',
    step: responseFailure(result, table, context),
    answer: result,
    status: result.status,
    error,
    subcode,
    words,
  };
}
