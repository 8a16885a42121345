/**
 * Two of the service's own platforms, socialpage and threadtalk, in the simulation: their real adapters speak to a
 * simulated account over the Graph APIs.
 */
import type { Http, HttpRequest } from '../../src/foundation/http-client/http.js';
import type { Part, PlatformSetup, Publisher } from '../../src/platforms/port/platform.js';
import { findPlatform } from '../../src/platforms/registry.js';
import { type Answer, type Kind, type LivePost, type PlatformOptions, SimulatedPlatform } from './platforms.js';

export const GRAPH_KINDS = ['socialpage', 'threadtalk'] as const;
export type GraphKind = (typeof GRAPH_KINDS)[number];

export const isGraph = (kind: string): kind is GraphKind => GRAPH_KINDS.some((key) => key === kind);

export const hasThreads = (kind: string): boolean => kind !== 'socialpage';

/** What the accounts do below the protocol. */
const BEHAVES_AS: Readonly<Record<GraphKind, Kind>> = { socialpage: 'listed', threadtalk: 'staged' };

/** Ids are digits: the first says what an id names. */
const PREFIXES = [
  ['p', '1'],
  ['c', '2'],
  ['f', '3'],
  ['file', '4'],
] as const;

const toGraph = (id: string): string => {
  const [, name = '', number = ''] = /^([a-z]+)(\d+)$/.exec(id) ?? [];
  return `${PREFIXES.find(([prefix]) => prefix === name)?.[1] ?? 9}${number}`;
};

const fromGraph = (id: string): string => `${PREFIXES.find(([, digit]) => digit === id[0])?.[0] ?? 'x'}${id.slice(1)}`;

/** So that an account with all its posts has several pages, and no more than are read. */
const PAGE_SIZE = 10;

interface Listed {
  id: string;
  text: string;
  mediaCount: number;
  replyTo: string | null;
  createdAt: number;
}

export class GraphPlatform extends SimulatedPlatform {
  constructor(
    private readonly key: GraphKind,
    options: PlatformOptions,
  ) {
    super(BEHAVES_AS[key], options);
  }

  override postOf(postedId: string | null): LivePost | undefined {
    return super.postOf(postedId && fromGraph(postedId));
  }

  override handle(request: HttpRequest, now: number): Answer {
    const url = new URL(request.url);
    const token = request.headers?.authorization?.replace('Bearer ', '') ?? '';
    const ask = (method: 'GET' | 'POST', path: string, json?: object): Answer => {
      const headers = { 'x-part': request.headers?.['x-part'] ?? '', authorization: token };
      return super.handle({ method, url: `${url.origin}${path}`, headers, json }, now);
    };
    const path = url.pathname.replace(/^\/v[\d.]+/, '');
    const answer =
      request.method === 'GET'
        ? this.answerRead(ask, url, { ...Object.fromEntries(url.searchParams), ...request.query }, path)
        : answerWrite(ask, path.split('/').at(-1) ?? '', fieldsOf(request));
    return answer.status === 200 ? answer : { status: answer.status, body: errorOf(answer) };
  }

  private answerRead(ask: Ask, url: URL, query: NonNullable<HttpRequest['query']>, path: string): Answer {
    const last = path.split('/').at(-1) ?? '';
    const isList = ['published_posts', 'threads', 'replies'].includes(last);
    if (!isList && last.startsWith('2')) return ask('GET', `/containers/${fromGraph(last)}`);
    if (!isList) return { status: 200, body: { id: last } };
    const search = new URLSearchParams({ size: String(PAGE_SIZE) });
    if (query.after !== undefined) search.set('before', fromGraph(String(query.after)));
    const answer = ask('GET', `/posts?${search}`);
    if (answer.status !== 200) return answer;
    const { posts, next } = answer.body as { posts: Listed[]; next: string | null };
    // The list of an account's posts has no replies, and the other has nothing else.
    const shown =
      last === 'published_posts' ? posts : posts.filter((post) => (post.replyTo !== null) === (last === 'replies'));
    const after = toGraph(next ?? posts.at(-1)?.id ?? '');
    const following = new URL(url);
    for (const [name, value] of Object.entries({ ...query, after })) following.searchParams.set(name, value);
    const paging = { cursors: { after }, ...(next !== null && { next: following.href }) };
    return { status: 200, body: { data: shown.map((post) => this.present(post)), paging } };
  }

  private present({ id, text, mediaCount, replyTo, createdAt }: Listed): object {
    const time = new Date(createdAt).toISOString().replace(/\.\d+Z$/, '+0000');
    const files = Array.from({ length: mediaCount }, (_, index) => ({ id: `5${index}`, media_type: 'photo' }));
    if (this.key === 'socialpage') {
      const [first, ...others] = files;
      const attachment = { ...first, ...(others.length > 0 && { subattachments: { data: files } }) };
      return {
        id: toGraph(id),
        message: text,
        created_time: time,
        ...(first && { attachments: { data: [attachment] } }),
      };
    }
    return {
      id: toGraph(id),
      text,
      timestamp: time,
      media_type: files.length === 0 ? 'TEXT_POST' : files.length === 1 ? 'IMAGE' : 'CAROUSEL_ALBUM',
      ...(files.length > 1 && { children: { data: files } }),
      ...(replyTo !== null && { is_reply: true, replied_to: { id: toGraph(replyTo) } }),
    };
  }
}

type Ask = (method: 'GET' | 'POST', path: string, json?: object) => Answer;
type Fields = Readonly<Record<string, string>>;

const fieldsOf = ({ urlencoded = {} }: HttpRequest): Fields =>
  Object.fromEntries(Object.entries(urlencoded).map(([name, value]) => [name, String(value)]));

function answerWrite(ask: Ask, resource: string, fields: Fields): Answer {
  const created = ({ status, body }: Answer): Answer =>
    status === 200 ? { status, body: { id: toGraph((body as { id: string }).id) } } : { status, body };
  const { text = '', message = '', attached_media, children, media_type, reply_to_id, creation_id = '' } = fields;
  switch (resource) {
    case 'photos':
      return created(ask('POST', '/files', {}));
    case 'feed': {
      const mediaCount = attached_media === undefined ? 0 : (JSON.parse(attached_media) as unknown[]).length;
      return created(ask('POST', '/posts', { text: message, mediaCount, replyTo: null }));
    }
    case 'threads': {
      const mediaCount = children === undefined ? (media_type === 'TEXT' ? 0 : 1) : children.split(',').length;
      const replyTo = reply_to_id === undefined ? null : fromGraph(reply_to_id);
      return created(ask('POST', '/containers', { text, mediaCount, replyTo }));
    }
    default:
      return created(ask('POST', '/posts', { container: fromGraph(creation_id) }));
  }
}

/** The errors of the Graph APIs for those of the simulated accounts. */
function errorOf({ body }: Answer): object {
  const { error } = body as { error: string };
  const numbers: Readonly<Record<string, object>> = {
    expired: { code: 190 },
    no_such_container: { code: 100, error_subcode: 33 },
    duplicate: { code: 24, error_subcode: 4279009 },
  };
  return { error: { message: error, ...(numbers[error] ?? { code: 1 }) } };
}

const SETUP: PlatformSetup = {
  baseUrl: null,
  client: null,
  scopes: null,
  apiVersion: null,
  approved: true,
  rateLimits: null,
  appLimits: null,
};

/** The real adapter, whose requests name the part that they are for. */
export function graphPublisher(kind: GraphKind, http: Http, clock: () => Date): Publisher {
  const platform = findPlatform(kind);
  if (!platform) throw new Error(`There is no platform ${kind}`);
  let part = '';
  const named: Http = (request) => http({ ...request, headers: { ...request.headers, 'x-part': part } });
  const publisher = platform.publisher(named, SETUP, clock);
  const noting =
    <Rest extends unknown[], Result>(call: (given: Part, ...rest: Rest) => Result) =>
    (given: Part, ...rest: Rest): Result => {
      part = given.key;
      return call(given, ...rest);
    };
  return {
    start: noting((given, account) => publisher.start(given, account)),
    lookUp: noting((given, account, state) => publisher.lookUp(given, account, state)),
    finish: noting((given, account, state) => publisher.finish(given, account, state)),
  };
}
