/** The most expensive requests that one account may send. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'undici';
import { PLATFORM_KEYS } from '../src/platforms/port/platform.js';
import { textShapes } from './text-shapes.js';

/** Whose requests they are. */
export interface Caller {
  /** Of the API. */
  pool: Pool;
  apiKey: string;
  /** The platform ids of 100 connections. */
  targets: string[];
  /** The caller's groups, and those that the requests have made. */
  groupIds: string[];
}

/** Sends one request; returns its outcome, in short. */
type Send = (caller: Caller, number: number) => Promise<string>;

export interface Attack {
  name: string;
  send: Send;
  /** The text of each of the caller's drafts. */
  drafts?: string;
  /** Requests at a time, where it makes a difference. */
  callers?: number;
}

/** 100,000 characters: 300 KB, in memory and in UTF-8. */
const LARGEST = '😀é'.repeat(50_000);
/** 100 of them are just what a response may have of different texts. */
const LARGE = '漢'.repeat(33_333);
/** 10,000 of them are just what a response may have in all. */
const MEDIUM = '漢'.repeat(1_600);
const THREAD = textShapes['separated, 1000 parts'] ?? '';
const MB = 1024 * 1024;
const FILE = randomBytes(64 * MB);
/** Where the code of an error is in a response: at its start or at its end. */
const EDGE = 1000;

const aliases = (count: number, field: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `f${index}: ${field(index)}`).join(' ');

/** Sends a request and reads its response without keeping it; `text` is the start and the end. */
async function call({ pool, apiKey }: Caller, path: string, body?: unknown): Promise<{ label: string; text: string }> {
  const answer = await pool.request({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: body === undefined ? null : JSON.stringify(body),
  });
  let head = '';
  let tail: Buffer = Buffer.alloc(0);
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    if (head.length < EDGE) head += piece.toString('latin1', 0, EDGE);
    tail = piece.length < EDGE ? Buffer.concat([tail.subarray(-EDGE), piece]) : piece.subarray(-EDGE);
  }
  const text = head + tail.toString('latin1');
  const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
  return { label: code ?? String(answer.statusCode), text };
}

const graphql = (caller: Caller, query: string, variables: object) => call(caller, '/graphql', { query, variables });
const ask =
  (query: string, variables: object = {}): Send =>
  async (caller) =>
    (await graphql(caller, query, variables)).label;
const get =
  (path: (caller: Caller, number: number) => string): Send =>
  async (caller, number) =>
    (await call(caller, `/api/v1${path(caller, number)}`)).label;

/** Creates a draft with 100 targets and remembers it. */
async function create(caller: Caller, content: string): Promise<string> {
  const query = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }`;
  const input = { post: { content, platformIds: caller.targets } };
  return remember(caller, await graphql(caller, query, { input }));
}

/** Schedules a group with 100 targets and remembers it. Over REST, which leaves the content to the platforms. */
async function schedule(caller: Caller, content: string, scheduledTime: string): Promise<string> {
  const body = { content, platforms: caller.targets, scheduledTime };
  return remember(caller, await call(caller, '/api/v1/create-post', body));
}

function remember({ groupIds }: Caller, { label, text }: { label: string; text: string }): string {
  const id = /"postGroupId":"([0-9a-f]{24})"/.exec(text)?.[1];
  if (id) groupIds.push(id);
  return label;
}

const aDayAhead = () => new Date(Date.now() + 86_400_000).toISOString();

/** As many as the limit of an operation's cost allows, for 100 targets. */
function read(field: string): Send {
  const keys = PLATFORM_KEYS.map((key) => key.toUpperCase());
  const platforms = Array.from({ length: 100 }, (_, index) => keys[index % keys.length]);
  return ask(`query ($input: ValidatePostInput!) { ${aliases(6, () => field)} }`, {
    input: { post: { content: LARGEST, platforms } },
  });
}

const groupOf = ({ groupIds }: Caller, number: number) => groupIds[number % groupIds.length];
/** The oldest groups, so that groups created meanwhile do not change the page. */
const page = (ofGroup: string) =>
  `postGroups(first: 100, sort: { field: CREATED_AT, direction: ASC }) { edges { node { ${ofGroup} } } }`;
const listPosts = (limit: number) => get(() => `/list-posts?sortOrder=asc&limit=${limit}`);

export const attacks: readonly Attack[] = [
  { name: 'createPost, 100 targets', send: (caller) => create(caller, LARGEST) },
  {
    name: 'create-post, 100 targets',
    send: async (caller) => {
      const body = { content: LARGEST, platforms: caller.targets };
      return (await call(caller, '/api/v1/create-post', body)).label;
    },
  },
  {
    name: 'posts for 100 targets, a day ahead',
    send: (caller) => schedule(caller, LARGEST, aDayAhead()),
  },
  {
    name: '6 previews',
    send: read('previewPost(input: $input) { platform parts { text hasMedia length limit exceedsLimit } }'),
  },
  {
    name: '6 validations',
    send: read('validatePost(input: $input) { valid errors { message } warnings { message } }'),
  },
  {
    name: 'page of 100, all texts, one at a time',
    callers: 1,
    drafts: MEDIUM,
    send: ask(`{ ${page('content posts { content }')} }`),
  },
  { name: 'page of 100, all texts', drafts: MEDIUM, send: ask(`{ ${page('content posts { content }')} }`) },
  { name: 'page of 100, the largest texts', drafts: LARGEST, send: ask(`{ ${page('content posts { content }')} }`) },
  {
    name: '14 pages of 100, all texts',
    drafts: MEDIUM,
    send: ask(`{ ${aliases(14, () => page('content posts { content }'))} }`),
  },
  {
    name: '15 groups, all texts',
    drafts: LARGEST,
    send: async (caller, number) => {
      const field = (index: number) =>
        `postGroup(id: "${groupOf(caller, number + index)}") { content posts { content } }`;
      return (await graphql(caller, `{ ${aliases(15, field)} }`, {})).label;
    },
  },
  { name: 'page of 100, every status', drafts: LARGEST, send: ask(`{ ${page('posts { id status platformId }')} }`) },
  { name: 'list-posts, 100 groups', drafts: LARGE, send: listPosts(100) },
  { name: 'list-posts, 100 groups, the largest texts', drafts: LARGEST, send: listPosts(100) },
  { name: 'list-posts, 20 groups', drafts: LARGEST, send: listPosts(20) },
  { name: 'get-post', drafts: LARGEST, send: get((caller, number) => `/get-post/${groupOf(caller, number)}`) },
  {
    name: 'bodies of 1 MB',
    send: async (caller) => {
      const body = { content: 'a', platforms: Array.from({ length: 60_000 }, (_, index) => `skyfeed-${index}`) };
      return (await call(caller, '/api/v1/create-post', body)).label;
    },
  },
  {
    name: 'uploads of 64 MB',
    callers: 4,
    drafts: MEDIUM,
    send: async (caller, number) => {
      const postGroupId = groupOf(caller, number);
      const file = { fileName: 'clip.mp4', contentType: 'video/mp4', type: 'video', postGroupId };
      const { label, text } = await call(caller, '/api/v1/get-upload-url', file);
      const address = /"uploadUrl":"([^"]+)"/.exec(text)?.[1];
      if (!address) return label;
      const answer = await fetch(address, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: FILE });
      return `PUT ${answer.status}`;
    },
  },
  // Last, since the worker continues with them for a while.
  {
    name: 'threads for 100 targets, at once',
    send: (caller) => schedule(caller, THREAD, new Date().toISOString()),
  },
];

/** The content of the drafts of the user who sends all of them. */
export const ALL_DRAFTS = MEDIUM;
