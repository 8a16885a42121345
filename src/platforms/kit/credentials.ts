/** Reading of the stored credentials in the shape that a platform wants. */
import type { z } from 'zod';
import type { Account } from '../port/platform.js';
import { type Context, type FailedStep, failed } from './failed-step.js';

/**
 * The account's credentials as the schema describes them, or the failure of an account that has to be connected
 * again. Never quotes a value.
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
      outcome: context.purpose === 'look' ? 'unknown' : 'rejected',
      happened: 'cannot be used with the stored credentials of this account',
    },
  );
}
