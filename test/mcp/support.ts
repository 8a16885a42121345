import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ProgressCallback } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Service } from '../support/service.js';

/** The program that connects clients over stdio. */
export const BRIDGE = path.resolve('clients/mcp/bridge.mjs');

/** What a tool answered: its structured content, or the error that it put into its text. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
type Answer = any;

export interface Assistant {
  client: Client;
  /** The structured content of a tool, which its text repeats. Throws when it is an error. */
  call(name: string, args?: Record<string, unknown>, onprogress?: ProgressCallback): Promise<Answer>;
  /** The error of a tool that refuses. */
  refusal(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

/** A client of the SDK that has spoken to the service once; it knows the tools, and holds results to their schemas. */
export async function openAssistant(client: Client): Promise<Assistant> {
  await client.listTools();
  const send = (name: string, args: object, onprogress?: ProgressCallback) =>
    client.callTool({ name, arguments: { ...args } }, undefined, onprogress && { onprogress });
  const textOf = ({ content }: Awaited<ReturnType<typeof send>>) => (content as { text: string }[])[0]?.text ?? '';
  return {
    client,
    async call(name, args = {}, onprogress) {
      const result = await send(name, args, onprogress);
      if (result.isError) throw new Error(textOf(result));
      expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
      return result.structuredContent;
    },
    async refusal(name, args = {}) {
      const result = await send(name, args);
      expect(result).toMatchObject({ isError: true });
      return JSON.parse(textOf(result)).error;
    },
    close: () => client.close(),
  };
}

/** An assistant that speaks to the service over HTTP. */
export async function overHttp(service: Pick<Service, 'url'>, headers: Record<string, string>): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit: { headers } }));
  return openAssistant(client);
}

/** An assistant that starts the bridge of clients/mcp as a program, as a desktop client does. */
export async function overStdio({ url }: Pick<Service, 'url'>, apiKey: string): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { SERVICE_URL: url, SERVICE_API_KEY: apiKey };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BRIDGE], env, stderr: 'pipe' }));
  return openAssistant(client);
}

/** A message as any HTTP client would send it. */
export const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
export const MCP_HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
