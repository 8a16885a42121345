import { Refusal, type Reply, type Wire } from '../exchange.js';
import { randomToken } from '../random.js';
import type { SandboxPlatform } from '../types.js';

/** An error, with the codes of the Graph APIs. The HTTP status is nearly always 400. */
export interface GraphProblem {
  code: number;
  subcode?: number;
  message: string;
  status?: number;
  isTransient?: boolean;
}

/** The error form of the Graph APIs. */
export const graphError = ({ code, subcode, message, status = 400, isTransient = false }: GraphProblem): Reply => ({
  status,
  body: {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      is_transient: isTransient,
      fbtrace_id: randomToken(8),
    },
  },
});

export const refuse = (problem: GraphProblem): Refusal => new Refusal(graphError(problem));

/** (#100): something is wrong with a parameter. */
export const invalid = (reason: string): Refusal => refuse({ code: 100, message: `(#100) ${reason}` });

export const notFound = (id: string): Refusal =>
  refuse({
    code: 100,
    subcode: 33,
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  });

export const expiredToken = (): Refusal =>
  refuse({ code: 190, subcode: 463, message: 'Error validating access token: Session has expired' });

/** The errors of a Graph platform; `limit` is the code of an exceeded limit, and what it counts. */
export const graphWire = (platform: SandboxPlatform, limit: { code: number; type: string }): Wire => ({
  platform,
  authExpired: () => expiredToken().reply,
  rateLimited: (resetAt) => {
    const minutes = Math.ceil(Math.max(0, resetAt - Date.now()) / 60_000);
    const usage = {
      type: limit.type,
      call_count: 100,
      total_cputime: 25,
      total_time: 25,
      estimated_time_to_regain_access: minutes,
    };
    return {
      ...graphError({ code: limit.code, message: `(#${limit.code}) Request limit reached` }),
      headers: { 'X-Business-Use-Case-Usage': JSON.stringify({ '1': [usage] }) },
    };
  },
  serverError: () =>
    graphError({ status: 500, code: 2, message: 'Service temporarily unavailable', isTransient: true }),
  rejected: () => invalid('The content is not allowed').reply,
  unreadableBody: (status) => graphError({ status, code: 100, message: '(#100) The body could not be read' }),
});
