/** The pages of docs/platforms, and the fields of what is sent, as those name them. */
import { readFileSync } from 'node:fs';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';
import { bodyOf } from './check.js';
import type { Logged } from './endpoint.js';

/** A row of the table "Requests". */
export interface PageRow {
  address: string;
  /** Those that the body can have; none: there is no body. */
  contentTypes: string[];
  /** Parameters of the query (`?name`) and fields of the body (`a.b`), in alphabetical order. */
  fields: string[];
  /** Where it is documented, and when that was read. */
  source: string;
}

export function requestsOf(page: string): PageRow[] {
  const rows: PageRow[] = [];
  void walkTokens(lexer(readFileSync(page, 'utf8')), (token) => {
    if (token.type !== 'table') return;
    const { header, rows: cells } = token as Tokens.Table;
    if (header[0]?.text !== 'Request') return;
    for (const [request, types, fields, source] of cells) {
      const [address = ''] = codes(request);
      rows.push({ address, contentTypes: codes(types), fields: codes(fields).sort(), source: source?.text ?? '' });
    }
  });
  return rows;
}

const codes = (cell: Tokens.TableCell | undefined): string[] =>
  (cell?.tokens ?? []).flatMap((token: Token) => (token.type === 'codespan' ? [token.text] : []));

/** The names of what a request has in its query and its body. */
export const fieldsOf = (request: Logged): string[] => [
  ...Object.keys(request.query).map((name) => `?${name}`),
  ...leaves(bodyOf(request)),
];

/** `a.b` for an object in an object; the elements of a list have the name of the list. */
function leaves(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [name] : value.flatMap((element) => leaves(element, name));
  if (typeof value !== 'object' || value === null || 'contentType' in value) return name === '' ? [] : [name];
  return Object.entries(value).flatMap(([key, field]) => leaves(field, name === '' ? key : `${name}.${key}`));
}
