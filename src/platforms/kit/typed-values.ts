/** Reading of what a person typed in to connect an account. Messages complete a sentence: "<label of the field> …". */
import { z } from 'zod';
import type { Attachment } from '../port/platform.js';

/** In UTF-16 units: more than any handle, token or address. */
const MAX_LENGTH = 2000;

/** A field that must be filled; white space around a value is never part of it. */
export const filled = z
  .string({ error: 'must not be empty' })
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_LENGTH, `must not be longer than ${MAX_LENGTH} characters`);

export const NO_SERVER = 'must be the host name of a server, such as example.social';

/** Scheme, host, port and path. User info, a query or a fragment is no part of a server's address. */
const ADDRESS = /^(https?:\/\/)?((?:[^\s/:@?#\\[\]]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[^\s@?#\\]*)?)$/i;

/**
 * The address of a server without a slash at its end; null for a field that was left empty. What has no scheme is
 * https. A path stays: a server for tests may live below one.
 */
export const serverAddress = z
  .string()
  .trim()
  .max(MAX_LENGTH, NO_SERVER)
  .default('')
  .transform((text, context) => {
    if (text === '') return null;
    const [, scheme = 'https://', rest] = ADDRESS.exec(text) ?? [];
    if (rest !== undefined && URL.canParse(scheme + rest)) {
      const { origin, pathname } = new URL(scheme + rest);
      return origin + pathname.replace(/\/+$/, '');
    }
    context.addIssue({ code: 'custom', message: NO_SERVER });
    return z.NEVER;
  });

/** The values as the schema describes them, or the first field that is not what it must be. */
export function readTyped<T>(
  schema: z.ZodType<T>,
  values: Readonly<Record<string, string>>,
): { kind: 'ok'; typed: T } | Extract<Attachment, { kind: 'invalid' }> {
  const read = schema.safeParse(values);
  if (read.success) return { kind: 'ok', typed: read.data };
  const [issue] = read.error.issues;
  return { kind: 'invalid', field: String(issue?.path[0]), reason: issue?.message ?? '' };
}
