import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { JsonLinesWriter } from './json-lines.js';
import { originOf } from './platform-host.js';
import { filesOf } from './received-files.js';
import type { SandboxPlatform, SandboxRequest } from './types.js';

/** How many requests `recent` remembers. */
const remembered = 1000;

const secretName = /password|token|secret|jwt|authorization|cookie|^code$|^code_verifier$/i;

function maskFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, secretName.test(name) ? '***' : maskFields(field)]),
  );
}

function maskHeaders(headers: Request['headers']): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    // The scheme stays: whether a client sent Bearer is worth seeing.
    masked[name] = secretName.test(name) ? text.replace(/^(\w+ )?.*$/s, '$1***') : text;
  }
  return masked;
}

// The messenger's token is part of the path (Bot API: /bot<token>/<method>).
const maskPath = (path: string): string => path.replace(/^\/bot[^/]+/, '/bot***');

interface Entry {
  platform: SandboxPlatform;
  path: string;
  at: string;
  req: Request;
  res: Response;
}

/** The JSON or form of a request; of a form with files their names, types and sizes too. */
function describeBody(req: Request): unknown {
  const files = req.is('multipart/form-data') && filesOf(req);
  if (!files) return maskFields(req.body);
  const about = files.map(({ field, fileName, contentType, bytes }) => ({ field, fileName, contentType, size: bytes }));
  return { fields: maskFields(req.body), files: about };
}

function describe({ platform, path, at, req, res }: Entry): SandboxRequest {
  const body = describeBody(req);
  const origin = originOf(req);
  return {
    platform,
    method: req.method,
    path,
    url: origin && origin + path,
    query: maskFields({ ...req.query }) as Record<string, unknown>,
    headers: maskHeaders(req.headers),
    ...(body === undefined ? {} : { body }),
    status: res.headersSent ? res.statusCode : null,
    at,
  };
}

/** Remembers the requests the platforms received, and writes them to a file when there is a data folder. */
export class RequestLog {
  // A request under way is kept as it is, so that the log, read right after a response, has its status.
  private readonly recent: (SandboxRequest | Entry)[] = [];

  private constructor(private writer: JsonLinesWriter | null) {}

  static async open(dataDir?: string): Promise<RequestLog> {
    return new RequestLog(dataDir === undefined ? null : await JsonLinesWriter.open(join(dataDir, 'requests.jsonl')));
  }

  /** Logs every request that passes; to be mounted where the path is already the platform's own. */
  middleware(platform: SandboxPlatform, receivedAt: (req: Request) => string): RequestHandler {
    return (req, res, next) => {
      const entry: Entry = { platform, path: maskPath(req.path), at: receivedAt(req), req, res };
      this.recent.push(entry);
      if (this.recent.length > remembered) this.recent.splice(0, this.recent.length - remembered);
      res.once('close', () => this.finish(entry));
      next();
    };
  }

  list(): SandboxRequest[] {
    return this.recent.map((entry) => ('res' in entry ? describe(entry) : entry));
  }

  async close(): Promise<void> {
    const writer = this.writer;
    this.writer = null;
    await writer?.close();
  }

  private finish(entry: Entry): void {
    const line = describe(entry);
    const at = this.recent.lastIndexOf(entry);
    if (at >= 0) this.recent[at] = line;
    // The log is not part of what the platforms promise: no response waits for this write.
    this.writer?.append(line).catch((error: unknown) => console.error('request log:', error));
  }
}
