import { z } from 'zod';
import { invalidField, refuse } from './wire.js';

/** The body, parsed by the schema. Its first problem is refused. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body ?? {}, { reportInput: true });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = issue?.path.join('/') || 'body';
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    throw refuse(400, 'MISSING_FIELD', `${name} is required`);
  }
  if (issue?.code === 'too_big') throw refuse(400, 'FIELD_LENGTH_TOO_LONG', `${name}: ${issue.message}`);
  throw invalidField(name, issue?.message ?? 'is invalid');
}

export const urn = (...kinds: readonly string[]) =>
  z.string().regex(new RegExp(`^urn:li:(?:${kinds.join('|')}):[\\w-]+$`), `must be the URN of a ${kinds.join(' or ')}`);
