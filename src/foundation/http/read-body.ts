import type { Server } from 'node:http';
import { MIMEType } from 'node:util';
import express, { type Request, type RequestHandler } from 'express';
import { isSafeNumber, parse as parseLossless } from 'lossless-json';
import type { CpuQueue } from '../concurrency/cpu-queue.js';
import { AppError } from '../errors/app-error.js';

/**
 * Reads a request body with one of Express's parsers, within a time limit: after that the request is rejected with
 * BODY_TIMEOUT and its connection closed.
 */
const readWithin =
  (timeoutMs: number, read: RequestHandler): RequestHandler =>
  (request, response, next) => {
    let refused = false;
    const timer = setTimeout(() => {
      refused = true;
      response.set('Connection', 'close');
      next(new AppError('BODY_TIMEOUT', { seconds: timeoutMs / 1000 }));
    }, timeoutMs);
    const end = (error?: unknown) => {
      clearTimeout(timer);
      if (!refused) next(error);
    };
    try {
      read(request, response, end);
    } catch (error) {
      end(error);
    }
  };

/** Bodies from this size on are handled one in each turn of the event loop, so that others are served in between. */
const LARGE_BODY_BYTES = 64 * 1024;

const isLarge = ({ body, headers }: Request): boolean =>
  body !== undefined && Number(headers['content-length'] ?? LARGE_BODY_BYTES) >= LARGE_BODY_BYTES;

/** Maximum body size of a page's form. */
export const MAX_FORM_BYTES = 16 * 1024;

interface JsonOptions {
  /** Maximum size, in bytes. */
  limit: number;
  /** Only objects and arrays. */
  strict: boolean;
  /** Whole numbers beyond 2^53 are read as bigint. */
  exactNumbers?: boolean;
}

export interface ReadBody {
  /**
   * JSON in UTF-8; an empty body is `{}`. Errors: BODY_TYPE_UNSUPPORTED, BODY_CHARSET_UNSUPPORTED,
   * BODY_ENCODING_UNSUPPORTED, BODY_ENCODING_INVALID, BODY_NOT_UTF8, BODY_NOT_JSON.
   */
  json(options: JsonOptions): RequestHandler;
  /** The fields of a page's form. */
  form(): RequestHandler;
}

/** Charsets of which every text is UTF-8. */
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii']);
const ENCODINGS = new Set(['identity', 'gzip', 'deflate', 'br']);

function makeReadJson({ limit, ...options }: JsonOptions): RequestHandler {
  const readBytes = express.raw({ type: () => true, limit });
  return (request, response, next) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    // Refused unread if the length is known: the type of an empty body does not matter.
    if (Number(request.headers['content-length']) > 0) assertIsJson(request);
    if (!ENCODINGS.has(encoding.toLowerCase())) throw new AppError('BODY_ENCODING_UNSUPPORTED', { encoding });
    readBytes(request, response, (error) => {
      if (error) next(isOfDecoder(error) ? new AppError('BODY_ENCODING_INVALID', { encoding }) : error);
      else if (!Buffer.isBuffer(request.body)) next();
      else {
        try {
          request.body = parseBytes(request, options);
          next();
        } catch (refusal) {
          next(refusal);
        }
      }
    });
  };
}

/** Errors of `node:zlib`. */
const isOfDecoder = ({ code }: { code?: unknown }): boolean => typeof code === 'string' && /^(Z_|ERR_)/.test(code);

function assertIsJson({ headers }: Request): void {
  const type = parseType(headers['content-type'] ?? '');
  if (type?.essence !== 'application/json') throw new AppError('BODY_TYPE_UNSUPPORTED');
  const charset = type.params.get('charset');
  if (charset && !UTF8.has(charset.toLowerCase())) throw new AppError('BODY_CHARSET_UNSUPPORTED', { charset });
}

function parseType(header: string): MIMEType | null {
  try {
    return new MIMEType(header);
  } catch {
    return null;
  }
}

function parseBytes(request: Request, { strict, exactNumbers = false }: Omit<JsonOptions, 'limit'>): unknown {
  const bytes: Buffer = request.body;
  if (bytes.length === 0) return {};
  assertIsJson(request);
  const value = parseJson(decode(bytes), exactNumbers);
  if (strict && (typeof value !== 'object' || value === null)) throw new AppError('BODY_NOT_JSON');
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('BODY_NOT_UTF8');
  }
}

const LONG_NUMBER = /\d{16}/;

function parseJson(text: string, exactNumbers: boolean): unknown {
  try {
    if (!exactNumbers || !LONG_NUMBER.test(text)) return JSON.parse(text);
    return parseLossless(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    throw new AppError('BODY_NOT_JSON');
  }
}

const exactNumber = (digits: string): number | bigint =>
  isSafeNumber(digits) || !/^-?\d+$/.test(digits) ? Number(digits) : BigInt(digits);

/** Body readers for everything except uploads. */
export function makeReadBody(timeoutMs: number, cpuQueue: CpuQueue): ReadBody {
  return {
    json(options) {
      const read = makeReadJson(options);
      return readWithin(timeoutMs, (request, response, next) =>
        read(request, response, (error) => {
          if (error || !isLarge(request)) next(error);
          else void cpuQueue(next);
        }),
      );
    },
    form: () => readWithin(timeoutMs, express.urlencoded({ extended: false, limit: MAX_FORM_BYTES })),
  };
}

/** Node drains the rest of a body after the response: this limits how long, then closes the connection. */
export function cutUnreadBodies(server: Server, timeoutMs: number): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), timeoutMs);
      request.once('close', () => clearTimeout(timer));
    });
  });
}
