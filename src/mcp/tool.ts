import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  type CallToolResult,
  type Tool as ListedTool,
  ListToolsRequestSchema,
  type ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { parseArguments, UNCHECKED } from './arguments.js';
import type { RunOperation } from './run-operation.js';
import { ConfirmationRequired, type ToolError, ToolFailure } from './tool-error.js';

/** The call of a tool: its operations and its progress reports. */
export interface Call {
  run: RunOperation;
  /** Stores the bytes of a file of the caller, as a PUT to its upload URL does. */
  store: (mediaId: string, bytes: Buffer) => Promise<void>;
  /** Aborted when nobody waits for the response any more, or the process is about to stop. */
  signal: AbortSignal;
  /** Reports progress to a client that has requested it; `done` grows. */
  progress: (done: number, total: number, message: string) => Promise<void>;
}

/** A tool: a name and its schemas, and the operations that it runs. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  /** Whether `tools/list` has the output's schema: it costs a model more tokens than the result itself. */
  listsOutput?: boolean;
  annotations: Pick<ToolAnnotations, 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint'>;
  call: (args: z.output<Input>, call: Call) => Promise<z.input<Output>>;
}

/** A tool with its types sealed in. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(row: Tool<Input, Output>): Tool =>
  row as unknown as Tool;

/** Annotations of a tool that changes nothing. */
export const READS = { readOnlyHint: true, openWorldHint: false };
/** The same, where the platforms are asked. */
export const READS_PLATFORM = { readOnlyHint: true, openWorldHint: true };
/** What adds to the account; a repeat adds again. */
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
/** What replaces or removes, and comes to the same when it is repeated. */
export const CHANGES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true };

/** The argument of tools that make something public, or remove it. */
export const confirm = z.boolean().default(false).describe('true: the user has agreed to exactly this.');

/** Refuses what the user has not agreed to; `what` says what would happen. */
export function assertConfirmed(isConfirmed: boolean, what: string): void {
  if (!isConfirmed) throw new ConfirmationRequired(`This needs the user’s agreement: ${what}`);
}

/** Offers the tools on a server that serves one request. */
export function registerTools(
  server: McpServer,
  tools: readonly Tool[],
  { run, store, signal, log, requestId }: Omit<Call, 'progress'> & { log: Logger; requestId: string },
): void {
  for (const { name, input, output, call } of tools) {
    server.registerTool(name, { inputSchema: UNCHECKED }, async (given, extra): Promise<CallToolResult> => {
      const args = parseArguments(name, input, given);
      const token = extra._meta?.progressToken;
      const progress: Call['progress'] = async (done, total, message) => {
        if (token === undefined) return;
        const params = { progressToken: token, progress: done, total, message };
        await extra.sendNotification({ method: 'notifications/progress', params });
      };
      try {
        const aborted = AbortSignal.any([signal, extra.signal]);
        const result = output.parse(await call(args, { run, store, signal: aborted, progress }));
        return { structuredContent: result, content: [asText(result)] };
      } catch (error) {
        if (error instanceof ToolFailure) return refused(error.toJSON());
        log.error({ err: error, requestId, tool: name }, 'Unexpected failure in a tool');
        return refused({
          code: 'INTERNAL_ERROR',
          message: `Internal server error (request ${requestId})`,
          fault: 'SERVICE',
          advice: 'Tell the user, with the id of the request.',
        });
      }
    });
  }
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
}

/** What `tools/list` says of a tool, made once. */
const LISTED = new WeakMap<Tool, ListedTool>();

function listed(row: Tool): ListedTool {
  const known = LISTED.get(row);
  if (known) return known;
  const { name, title, description, input, output, listsOutput, annotations } = row;
  const made: ListedTool = {
    name,
    title,
    description,
    inputSchema: schemaOf(input, 'input'),
    ...(listsOutput && { outputSchema: schemaOf(output, 'output') }),
    annotations,
  };
  LISTED.set(row, made);
  return made;
}

/** A JSON schema without what only costs a model tokens: its format says more than the pattern of a date. */
function schemaOf(type: z.ZodObject, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    override({ jsonSchema }) {
      if (/^(base64|date)/.test(jsonSchema.format ?? '')) delete jsonSchema.pattern;
      // Empty texts are refused with a message, which names the argument.
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
      // Its format says the same.
      delete jsonSchema.contentEncoding;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  return schema as ListedTool['inputSchema'];
}

// Not as structured content, which the output schema is about.
const refused = (error: ToolError): CallToolResult => ({ isError: true, content: [asText({ error })] });

const asText = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) });
