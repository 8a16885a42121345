import type { StoredPost } from '../store.js';
import { contentTags } from './content.js';
import type { StatusRecord } from './entities.js';
import { invalid } from './wire.js';

const listParameters = new Set([
  'max_id',
  'since_id',
  'min_id',
  'limit',
  'only_media',
  'exclude_replies',
  'exclude_reblogs',
  'pinned',
  'tagged',
]);

const isOn = (value: unknown): boolean => value === 'true' || value === '1';

/** Which of an account's statuses are requested. */
export interface PageQuery {
  limit: number;
  maxId: string | undefined;
  sinceId: string | undefined;
  minId: string | undefined;
  wanted(post: StoredPost): boolean;
}

/** Reads the query of `GET /api/v1/accounts/:id/statuses`. */
export function readPageQuery(query: Record<string, unknown>): PageQuery {
  const unknown = Object.keys(query).find((name) => !listParameters.has(name));
  if (unknown !== undefined) throw invalid(`Unknown parameter ${unknown}`);
  const id = (name: string): string | undefined => {
    const value = query[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string' || !/^\d+$/.test(value)) throw invalid(`${name} is invalid`);
    return value;
  };
  const tag = typeof query.tagged === 'string' ? query.tagged.toLowerCase() : null;
  return {
    limit: Math.min(40, Math.max(1, Number(query.limit ?? 20) || 20)),
    maxId: id('max_id'),
    sinceId: id('since_id'),
    minId: id('min_id'),
    wanted: (post) => {
      const { text, in_reply_to_id } = post.record as StatusRecord;
      if (isOn(query.pinned) || (isOn(query.only_media) && !post.media)) return false;
      if (isOn(query.exclude_replies) && in_reply_to_id !== null) return false;
      return tag === null || contentTags(text, '').some(({ name }) => name === tag);
    },
  };
}

/** The Link header: "next" leads to older statuses and is left out after a page that was not full; "prev" to newer. */
export function linkHeader(url: string, limit: number, page: StoredPost[]): Record<string, string> {
  const [newest, oldest] = [page[0], page[page.length - 1]];
  if (!newest || !oldest) return {};
  const next = `<${url}?limit=${limit}&max_id=${oldest.postedId}>; rel="next"`;
  const previous = `<${url}?limit=${limit}&min_id=${newest.postedId}>; rel="prev"`;
  return { Link: page.length < limit ? previous : `${next}, ${previous}` };
}
