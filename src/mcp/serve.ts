import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Request, Response } from 'express';
import { VERSION } from '../foundation/process/version.js';
import { registerPrompts } from './prompts.js';
import { registerResources } from './resources.js';
import { type Caller, makeRunOperation, makeStore, type OperationNeeds } from './run-operation.js';
import { registerTools } from './tool.js';
import { TOOLS } from './tools.js';

const INSTRUCTIONS = `Publishes posts to connected accounts of social platforms, now or at a set time.
Work in this order: list_accounts for the targets, validate_post, then create_post with an idempotencyKey, then wait_for_post.
Files are media of create_post: a public url or a mediaId of upload_media, and an altText that says what it shows. Publishing waits until they are fetched.
What goes public or is removed needs confirm: true. Set it only after the user has agreed to exactly that text, those targets and that time.
Errors have a code, whose fault it is, and advice: follow the advice. Times have a zone; ask for the user's if you do not know it.`;

const INFO = { name: 'social-publishing-service', title: 'Social publishing', version: VERSION };

const CHANGING: ReadonlySet<string> = new Set(
  TOOLS.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name),
);

/** Whether a message calls a tool that needs more than READ. */
export const callsChangingTool = ({ method, params }: { method?: unknown; params?: unknown }): boolean =>
  method === 'tools/call' && CHANGING.has(Object(params).name);

/**
 * Serves one request, with a separate server: nothing is kept between requests, so that any process can handle the next
 * one. Resolves once the response has ended.
 */
export async function serveMcp(
  request: Request,
  response: Response,
  { signal, ...caller }: Caller & { signal: AbortSignal },
  needs: OperationNeeds,
): Promise<void> {
  const run = makeRunOperation(needs, caller);
  const store = makeStore(needs, caller);
  const server = new McpServer(INFO, { instructions: INSTRUCTIONS });
  const { requestId } = caller;
  registerTools(server, TOOLS, { run, store, signal, log: needs.log, requestId });
  registerResources(server, { run, store, signal });
  registerPrompts(server, { run, store, signal });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
}
