import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { describeError } from '../log.js';

/** What a request's line in the log has in addition. Never content, and never a secret. */
export interface RequestFacts {
  /** Whose posts and connections it was about. */
  userId?: string;
  /** The GraphQL operation: its type and its name. */
  operation?: string;
  /** Points of the operation. */
  cost?: number;
  /** Codes of the errors in the response. */
  codes?: string[];
}

/** A request that has ended. */
export interface RequestLine extends RequestFacts {
  requestId: string;
  method: string;
  /** Of the route, not of the request. */
  route: string;
  status: number;
  durationMs: number;
  address: string | undefined;
}

/** Node parses dozens of methods; any other is one label of metrics and traces. */
export const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Adds to the line of a request. */
export const noteRequest = ({ locals }: Response, facts: RequestFacts): void => {
  locals.facts = { ...locals.facts, ...facts };
};

/** The route of a request that has ended; of several patterns, the first. */
export const placeOf = ({ baseUrl, route }: Pick<Request, 'baseUrl' | 'route'>): string =>
  route ? `${baseUrl}${[route.path].flat()[0]}` : `${baseUrl}/*`;

/**
 * Gives each request its id, in `response.locals.requestId` and the header `X-Request-Id`, and logs one line when it
 * has ended: at level info, or debug if `isQuiet`. The line has the route instead of the path, because paths and
 * queries can contain tokens. `observe` gets every line, at any level of the log.
 */
export function requestLog(
  log: Logger,
  { isQuiet, observe }: { isQuiet: (request: Request) => boolean; observe: (line: RequestLine) => void },
): RequestHandler {
  const lineOf = (request: Request, response: Response, { durationMs }: { durationMs: number }): RequestLine => {
    const { method, ip: address } = request;
    const line = {
      requestId: response.locals.requestId,
      method,
      route: placeOf(request),
      status: response.statusCode,
      durationMs,
      address,
      ...response.locals.facts,
    };
    observe(line);
    return line;
  };
  return pinoHttp<Request, Response>({
    logger: log,
    genReqId(_request, response) {
      response.locals.requestId = randomUUID();
      response.set('X-Request-Id', response.locals.requestId);
      return response.locals.requestId;
    },
    quietResLogger: true,
    customAttributeKeys: { responseTime: 'durationMs' },
    // The library serializes each request, and its headers have secrets.
    serializers: { err: describeError, req: () => undefined },
    // A failure of the service has a separate line, with its cause.
    customLogLevel: (request) => (isQuiet(request) ? 'debug' : 'info'),
    customSuccessMessage: (_request, { writableFinished }) => (writableFinished ? 'Request' : 'Request aborted'),
    customErrorMessage: () => 'Request',
    customSuccessObject: lineOf,
    customErrorObject: (request, response, _error, { durationMs }) => lineOf(request, response, { durationMs }),
  });
}
