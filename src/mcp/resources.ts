import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { getUsage, listAccounts } from './account-tools.js';
import { completePost, failed, newestPosts } from './completions.js';
import { getPost, listPosts } from './read-tools.js';
import type { Call, Tool } from './tool.js';

const POSTS = 'publishing://posts';
const JSON_TYPE = 'application/json';

/** Resources are what a tool that reads returns, for clients that attach them to a conversation. */
const RESOURCES: { uri: string; title: string; description: string; tool: Tool; args: object }[] = [
  {
    uri: 'publishing://accounts',
    title: 'Connected accounts',
    description: 'The first 50 connected accounts, as list_accounts has them.',
    tool: listAccounts,
    args: { first: 50 },
  },
  {
    uri: POSTS,
    title: 'Posts',
    description: 'The 20 newest posts, as list_posts has them.',
    tool: listPosts,
    args: {},
  },
  {
    uri: 'publishing://usage',
    title: 'Usage of the plan',
    description: 'What the plan allows and what is used of it this month, as get_usage has it.',
    tool: getUsage,
    args: {},
  },
];

/** Offers the resources on a server that serves one request. */
export function registerResources(server: McpServer, call: Omit<Call, 'progress'>): void {
  const read = async (uri: string, { input, output, call: run }: Tool, args: object): Promise<ReadResourceResult> => {
    const parsed = input.safeParse(args);
    if (!parsed.success) throw new McpError(ErrorCode.InvalidParams, `Resource ${uri} not found`);
    const result = await run(parsed.data, { ...call, progress: async () => undefined }).catch(failed);
    return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(output.parse(result)) }] };
  };

  for (const { uri, title, description, tool, args } of RESOURCES) {
    const about = { title, description, mimeType: JSON_TYPE };
    server.registerResource(tool.name, uri, about, () => read(uri, tool, args));
  }
  const template = new ResourceTemplate(`${POSTS}/{postGroupId}`, {
    complete: { postGroupId: (begun) => completePost(call, begun) },
    list: async () => {
      const posts = await newestPosts(call);
      return {
        resources: posts.map(({ postGroupId, excerpt }) => ({
          uri: `${POSTS}/${postGroupId}`,
          name: postGroupId,
          title: excerpt.slice(0, 60),
          mimeType: JSON_TYPE,
        })),
      };
    },
  });
  const about = { title: 'A post', description: 'A post, as get_post has it.', mimeType: JSON_TYPE };
  server.registerResource('post', template, about, ({ href }, { postGroupId }) => read(href, getPost, { postGroupId }));
}
