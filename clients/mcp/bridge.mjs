#!/usr/bin/env node
/**
 * Bridges an MCP client that starts a program (stdio) to /mcp of a running service. It forwards every message
 * unchanged, so the tools are those of the service. SERVICE_URL is the public URL of the service, SERVICE_API_KEY an
 * API key with MCP access, and SERVICE_USER_ID, optional, the managed user to act for.
 */
import process from 'node:process';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const { SERVICE_URL, SERVICE_API_KEY, SERVICE_USER_ID } = process.env;

/** Internal error of JSON-RPC. */
const INTERNAL_ERROR = -32603;

function end(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!SERVICE_URL || !/^https?:$/.test(URL.parse(SERVICE_URL)?.protocol ?? '')) {
  end('SERVICE_URL must be the http or https URL of the service.');
}
if (!SERVICE_API_KEY) end('SERVICE_API_KEY must be an API key with MCP access.');

const headers = { 'x-api-key': SERVICE_API_KEY, ...(SERVICE_USER_ID && { 'x-service-user-id': SERVICE_USER_ID }) };
const address = new URL(`${SERVICE_URL.replace(/\/+$/, '')}/mcp`);
const http = new StreamableHTTPClientTransport(address, { requestInit: { headers }, fetch: fetchToItsEnd });
const stdio = new StdioServerTransport();

/** Ids of requests without a response. */
const waiting = new Set();
const LOST = 'The answer was lost, or is not one of the service.';
/** How long the transport may take to read a response that has arrived. */
const READ_WITHIN_MS = 1000;

/** Fetches, and sends an error to the client if the response ends without the result. */
async function fetchToItsEnd(url, init) {
  const response = await fetch(url, init);
  const { id } = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
  if (!response.ok || !response.body || !waiting.has(id)) return response;
  const end = () => setTimeout(() => void fail(id, LOST), READ_WITHIN_MS);
  async function* chunks() {
    try {
      yield* response.body;
    } finally {
      end();
    }
  }
  return new Response(ReadableStream.from(chunks()), { status: response.status, headers: response.headers });
}

async function fail(id, message) {
  if (!waiting.delete(id)) return;
  await stdio.send({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } });
}

/** The error in the service's response, or the reason why there is none. */
function errorOf({ name, message }) {
  if (name === 'ZodError' || name === 'SyntaxError') return { code: INTERNAL_ERROR, message: LOST };
  try {
    return JSON.parse(message.slice(message.indexOf('{'))).error;
  } catch {
    return { code: INTERNAL_ERROR, message: `The service cannot be reached: ${message}` };
  }
}

stdio.onmessage = async (message) => {
  if ('method' in message && 'id' in message) waiting.add(message.id);
  try {
    await http.send(message);
  } catch (error) {
    if (waiting.delete(message.id)) await stdio.send({ jsonrpc: '2.0', id: message.id, error: errorOf(error) });
    else process.stderr.write(`${errorOf(error).message}\n`);
  }
};
http.onmessage = (message) => {
  // The service keeps no session: every later request has the negotiated version.
  const version = message.result?.protocolVersion;
  if (version) http.setProtocolVersion(version);
  if (!('method' in message)) waiting.delete(message.id);
  return stdio.send(message);
};
http.onerror = ({ message }) => process.stderr.write(`${message}\n`);
// The client has ended, so pending responses are discarded.
process.stdin.once('end', () => http.close().finally(() => process.exit()));

await http.start();
await stdio.start();
