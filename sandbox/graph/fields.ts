import type { Reply } from '../exchange.js';
import type { Params } from './call.js';
import { invalid } from './wire.js';

type Entity = Readonly<Record<string, unknown>>;

/** The requested fields. The id is always returned. */
function select(entity: Entity, fields: string | undefined): Entity {
  const names = (fields ?? '').split(',').filter(Boolean);
  const unknown = names.find((name) => !(name in entity));
  if (unknown !== undefined) throw invalid(`Tried accessing nonexisting field (${unknown})`);
  const wanted = [...new Set([...names, 'id'])];
  return Object.fromEntries(wanted.flatMap((name) => (entity[name] === undefined ? [] : [[name, entity[name]]])));
}

/** An object with the requested fields. An entity names every field that it could have. */
export const one = (entity: Entity, fields: string | undefined): Reply => ({
  status: 200,
  body: select(entity, fields),
});

/** The size of a page if the request does not set one. */
const pageSize = 25;

/** A page of a list, newest first; `after` is the position of the last entry of the previous page. */
export function list(entities: readonly Entity[], params: Params, url: string): Reply {
  const { fields, limit = String(pageSize), after } = params;
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) throw invalid('Param limit is invalid');
  const start = after === undefined ? 0 : placeOf(after) + 1;
  const end = Math.min(entities.length, start + Number(limit));
  const data = entities.slice(start, end).map((entity) => select(entity, fields));
  const cursors = { before: cursor(start), after: cursor(end - 1) };
  const next = { next: `${url}?${new URLSearchParams({ ...params, after: cursors.after })}` };
  return {
    status: 200,
    body: data.length === 0 ? { data } : { data, paging: { cursors, ...(end < entities.length && next) } },
  };
}

const cursor = (place: number): string => Buffer.from(String(place)).toString('base64url');

function placeOf(after: string): number {
  const place = Buffer.from(after, 'base64url').toString();
  if (/^\d{1,9}$/.test(place)) return Number(place);
  throw invalid('Param after is invalid');
}
