import type { AppError } from '../errors/app-error.js';
import { CATALOGUE } from '../errors/catalogue.js';
import type { Entry } from '../errors/entry.js';

type Json = Record<string, unknown>;

/** The details of an error as GraphQL shows them. */
export const detailsOf = ({ code, details }: AppError): Json =>
  ((CATALOGUE[code] as Entry<unknown>).enums ?? []).reduce(withUpperCase, details);

/** The object with the values of enums at a path in upper case, as GraphQL spells them; a list is passed through. */
export function withUpperCase(value: Json, path: string): Json {
  const [name = '', ...rest] = path.split('.');
  if (!(name in value)) return value;
  const spell = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(spell);
    if (rest.length > 0)
      return typeof one === 'object' && one !== null ? withUpperCase(one as Json, rest.join('.')) : one;
    return typeof one === 'string' ? one.toUpperCase() : one;
  };
  return { ...value, [name]: spell(value[name]) };
}
