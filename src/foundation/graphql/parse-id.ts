import { isId } from '../database/id.js';
import { AppError } from '../errors/app-error.js';

/** An id argument in the form that it is stored in. In GraphQL a malformed id is a bad input error [graphql/malformed-id]. */
export function parseId(argument: string, value: string): string {
  if (!isId(value)) throw new AppError('ID_INVALID', { argument, value, expected: '24 hexadecimal characters' });
  return value.toLowerCase();
}
