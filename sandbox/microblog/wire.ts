import type { z } from 'zod';
import { Refusal, type Reply, type Wire } from '../exchange.js';
import { type RateState, RateWindow } from '../rate-window.js';

interface Problem {
  title: string;
  detail: string;
  /** The kind of the problem; absent for those that say no more than their status. */
  kind?: string;
  [more: string]: unknown;
}

/** The X API's form of an error (RFC 9457). */
function problem(status: number, { kind, ...about }: Problem): Reply {
  const type = kind === undefined ? 'about:blank' : `https://api.x.com/2/problems/${kind}`;
  return { status, headers: { 'Content-Type': 'application/problem+json' }, body: { ...about, type, status } };
}

export const refuse = (status: number, about: Problem): Refusal => new Refusal(problem(status, about));

export const unauthorized = (): Refusal => refuse(401, { title: 'Unauthorized', detail: 'Unauthorized' });

/** A right that is missing, or what this account must not do. */
export const forbidden = (detail = 'Forbidden'): Refusal => refuse(403, { title: 'Forbidden', detail });

const invalidReply = (message: string): Reply =>
  problem(400, {
    kind: 'invalid-request',
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    errors: [{ message }],
  });

export const invalid = (message: string): Refusal => new Refusal(invalidReply(message));

export const tooLarge = (): Refusal => refuse(413, { title: 'Payload Too Large', detail: 'Payload Too Large' });

/** The parsed body or query. Throws if it violates the specification. */
export function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const { data, error } = schema.safeParse(given);
  if (error) throw invalid(error.issues.map(({ path, message }) => `$.${path.join('.')}: ${message}`).join('; '));
  return data as T;
}

const rateHeaders = ({ limit, remaining, resetAt }: Pick<RateState, 'limit' | 'remaining' | 'resetAt'>) => ({
  'x-rate-limit-limit': String(limit),
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': String(Math.ceil(resetAt / 1000)),
});

/** The X API's errors, where an account may call so often in 15 minutes. */
export const microblogWire = (limit: number): Wire => ({
  platform: 'microblog',
  authExpired: () => unauthorized().reply,
  rateLimited: (resetAt) => {
    const reply = problem(429, { title: 'Too Many Requests', detail: 'Too Many Requests' });
    return { ...reply, headers: { ...reply.headers, ...rateHeaders({ limit, remaining: 0, resetAt }) } };
  },
  serverError: () => problem(503, { title: 'Service Unavailable', detail: 'Service Unavailable' }),
  rejected: () => invalidReply('The Tweet contains an invalid URL.'),
  unreadableBody: (status) => (status === 413 ? tooLarge().reply : invalidReply('Request body could not be read.')),
  rate: { window: new RateWindow(limit, 900), headers: rateHeaders },
});
