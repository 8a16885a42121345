import type { Server } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';
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
    read(request, response, (error) => {
      clearTimeout(timer);
      if (!refused) next(error);
    });
  };

/** Bodies from this size on are handled one in each turn of the event loop, so that others are served in between. */
const LARGE_BODY_BYTES = 64 * 1024;

const isLarge = ({ body, headers }: Request): boolean =>
  body !== undefined && Number(headers['content-length'] ?? LARGE_BODY_BYTES) >= LARGE_BODY_BYTES;

/** Maximum body size of a page's form. */
export const MAX_FORM_BYTES = 16 * 1024;

export interface ReadBody {
  /** JSON; `strict`: only objects and arrays. */
  json(options: { limit: number; strict: boolean }): RequestHandler;
  /** The fields of a page's form. */
  form(): RequestHandler;
}

/** Body readers for everything except uploads. */
export function makeReadBody(timeoutMs: number, cpuQueue: CpuQueue): ReadBody {
  return {
    json(options) {
      const read = express.json(options);
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
