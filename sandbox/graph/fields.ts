import type { Reply } from '../exchange.js';
import { invalid } from './wire.js';

type Entity = Readonly<Record<string, unknown>>;

/** The fields that a request asks for; the id comes with every answer. */
function select(entity: Entity, fields: string | undefined): Entity {
  const names = (fields ?? '').split(',').filter(Boolean);
  const unknown = names.find((name) => !(name in entity));
  if (unknown !== undefined) throw invalid(`Tried accessing nonexisting field (${unknown})`);
  const wanted = [...new Set([...names, 'id'])];
  return Object.fromEntries(wanted.flatMap((name) => (entity[name] === undefined ? [] : [[name, entity[name]]])));
}

/** An object with the fields that a request asks for. An entity names every field that it could have. */
export const one = (entity: Entity, fields: string | undefined): Reply => ({
  status: 200,
  body: select(entity, fields),
});

/** The most of a list that is given when the request does not say how much. */
const pageSize = 25;

/** A page of a list, newest first; `after` is the place of the last of the page before. */
export function list(
  entities: readonly Entity[],
  { fields, limit = String(pageSize), after = '' }: Readonly<Record<string, string>>,
  url: string,
): Reply {
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) throw invalid('Param limit is invalid');
  const start = after === '' ? 0 : Number(Buffer.from(after, 'base64url').toString()) + 1;
  if (!Number.isSafeInteger(start)) throw invalid('Param after is invalid');
  const end = Math.min(entities.length, start + Number(limit));
  const data = entities.slice(start, end).map((entity) => select(entity, fields));
  const cursor = (at: number) => Buffer.from(String(at)).toString('base64url');
  const cursors = { before: cursor(start), after: cursor(end - 1) };
  const next = end < entities.length ? { next: `${url}?after=${cursors.after}` } : {};
  return { status: 200, body: data.length === 0 ? { data } : { data, paging: { cursors, ...next } } };
}
