/** The most expensive requests that one account may send, each over and over. */
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
  /** Groups that the requests have made, which others read. */
  groupIds: string[];
}

/** Sends one request; what came of it in a word or two. */
type Send = (caller: Caller, number: number) => Promise<string>;

const CONTENT = textShapes['wide letters'] ?? '';
const THREAD = textShapes['separated, 1000 parts'] ?? '';
const MB = 1024 * 1024;
const FILE = randomBytes(64 * MB);

const aliases = (count: number, field: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `f${index}: ${field(index)}`).join(' ');

async function call({ pool, apiKey }: Caller, path: string, body?: unknown): Promise<{ label: string; text: string }> {
  const answer = await pool.request({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: body === undefined ? null : JSON.stringify(body),
  });
  // The code of an error stands at the beginning or at the end of an answer.
  const text = await answer.body.text();
  const code = /"code":"([A-Z_]+)"/.exec(text.slice(0, 1000) + text.slice(-1000))?.[1];
  return { label: code ?? String(answer.statusCode), text };
}

const graphql = (caller: Caller, query: string, variables: object) => call(caller, '/graphql', { query, variables });

/** Creates a group with 100 targets and remembers it. */
async function create(caller: Caller, more: object): Promise<string> {
  const query = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }`;
  const input = { platformIds: caller.targets, validate: false, ...more };
  const { label, text } = await graphql(caller, query, { input });
  const id = /"id":"([0-9a-f]{24})"/.exec(text)?.[1];
  if (id) caller.groupIds.push(id);
  return label;
}

const aDayAhead = () => new Date(Date.now() + 86_400_000).toISOString();
const look = (field: string): Send => {
  // As many as the limit of an operation's cost allows.
  const query = `query ($input: ValidatePostInput!) { ${aliases(8, () => field)} }`;
  const input = { content: CONTENT, platforms: PLATFORM_KEYS.map((key) => key.toUpperCase()) };
  return async (caller) => (await graphql(caller, query, { input })).label;
};

export const worstRequests: Readonly<Record<string, Send>> = {
  'drafts of 100 targets, GraphQL': (caller) => create(caller, { content: CONTENT }),
  'drafts of 100 targets, REST': async (caller) => {
    const body = { content: CONTENT, platforms: caller.targets };
    return (await call(caller, '/api/v1/create-post', body)).label;
  },
  // Before those that wait, which take all places of the plan.
  'posts at once, threads': (caller) => create(caller, { content: THREAD, scheduledTime: new Date().toISOString() }),
  'posts a day ahead': (caller) => create(caller, { content: CONTENT, scheduledTime: aDayAhead() }),
  '8 previews': look('previewPost(input: $input) { platform parts { text hasMedia length limit exceedsLimit } }'),
  '8 validations': look('validatePost(input: $input) { valid errors { message } warnings { message } }'),
  '15 groups with the text of each post': async (caller, number) => {
    const ids = aliases(15, (index) => {
      const id = caller.groupIds[(number + index) % caller.groupIds.length];
      return `postGroup(id: "${id}") { content posts { content } }`;
    });
    return (await graphql(caller, `{ ${ids} }`, {})).label;
  },
  'a page of 100 groups with the text of each post': async (caller) => {
    const query = 'query ($first: Int) { postGroups(first: $first) { edges { node { content posts { content } } } } }';
    return (await graphql(caller, query, { first: 100 })).label;
  },
  'list-posts, 100 groups': async (caller) => (await call(caller, '/api/v1/list-posts?limit=100')).label,
  'bodies of 1 MB': async (caller) => {
    const body = { content: 'a', platforms: Array.from({ length: 60_000 }, (_, index) => `skyfeed-${index}`) };
    return (await call(caller, '/api/v1/create-post', body)).label;
  },
  'uploads of 64 MB': async (caller, number) => {
    const postGroupId = caller.groupIds[number % caller.groupIds.length];
    const file = { fileName: 'clip.mp4', contentType: 'video/mp4', type: 'video', postGroupId };
    const { label, text } = await call(caller, '/api/v1/get-upload-url', file);
    const address = /"uploadUrl":"([^"]+)"/.exec(text)?.[1];
    if (!address) return label;
    const answer = await fetch(address, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: FILE });
    return `PUT ${answer.status}`;
  },
};
