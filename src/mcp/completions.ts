/** Values of arguments that a client offers while its user types: those that exist. */
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { PLATFORM_KEYS } from '../platforms/port/platform.js';
import { listAccounts } from './account-tools.js';
import { listPosts } from './read-tools.js';
import type { Call, Tool } from './tool.js';
import { ToolFailure } from './tool-error.js';

/** What resources, prompts and completions read with. */
export type ReadCall = Omit<Call, 'progress'>;

/** Entries of which values are offered. */
const OFFERED = 50;

interface ListedPost {
  postGroupId: string;
  excerpt: string;
}

/** The result of a tool that reads. */
const read = ({ input, call: run }: Tool, args: object, call: ReadCall) =>
  run(input.parse(args), { ...call, progress: async () => undefined });

export async function newestPosts(call: ReadCall, filter: object = {}): Promise<ListedPost[]> {
  const { posts } = (await read(listPosts, filter, call)) as { posts: ListedPost[] };
  return posts;
}

/** Ids of the newest posts that begin with what is typed; `filter`: arguments of list_posts. */
export async function completePost(call: ReadCall, begun: string, filter: object = {}): Promise<string[]> {
  const posts = await newestPosts(call, { ...filter, first: OFFERED }).catch(failed);
  return posts.map(({ postGroupId }) => postGroupId).filter((id) => id.startsWith(begun.toLowerCase()));
}

/** Connected accounts: the last entry of a list with commas. */
export async function completeAccounts(call: ReadCall, begun: string): Promise<string[]> {
  const { accounts } = (await read(listAccounts, { first: OFFERED }, call).catch(failed)) as {
    accounts: { platformId: string }[];
  };
  return completeLast(
    begun,
    accounts.map(({ platformId }) => platformId),
  );
}

/** Platforms: the last entry of a list with commas. */
export const completePlatforms = (begun: string): string[] => completeLast(begun, PLATFORM_KEYS);

function completeLast(begun: string, values: readonly string[]): string[] {
  const [, before = '', last = ''] = /^(.*,\s*)?(.*)$/s.exec(begun) ?? [];
  const chosen = new Set(before.split(',').map((entry) => entry.trim()));
  return values
    .filter((value) => value.toLowerCase().startsWith(last.toLowerCase()) && !chosen.has(value))
    .map((value) => before + value);
}

/** Resources and completions have no error format: this is a JSON-RPC error, with the same fields. */
export function failed(error: unknown): never {
  if (!(error instanceof ToolFailure)) throw error;
  throw new McpError(ErrorCode.InvalidParams, error.message, error.toJSON());
}
