/** Parses stored credentials into the shape that a platform expects. */
import type { z } from 'zod';
import type { Account } from '../port/account.js';
import { type Context, type FailedStep, failed } from './failed-step.js';

/**
 * The account's credentials parsed by the schema, or the failure of an account that must be reconnected. Never includes
 * a value.
 */
export function readCredentials<T>(
  schema: z.ZodType<T>,
  account: Account,
  context: Omit<Context, 'secrets'>,
): { kind: 'ok'; credentials: T } | FailedStep {
  const read = schema.safeParse(account.credentials);
  if (read.success) return { kind: 'ok', credentials: read.data };
  return failed(
    'PLATFORM_AUTH_EXPIRED',
    { ...context, secrets: [] },
    {
      outcome: context.purpose === 'lookup' ? 'unknown' : 'rejected',
      happened: 'cannot be used with the stored credentials of this account',
    },
  );
}
