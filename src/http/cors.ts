/**
 * What pages of other sites may do. The API is for servers: preflights are answered, and neither `x-api-key` nor
 * `x-service-user-id` is among the allowed headers (documents 1 and 3). GraphQL and the dashboard's routes take the
 * session's cookie, from the sites that the operator names.
 */
import cors from 'cors';
import type { RequestHandler } from 'express';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const EXPOSED = ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed'];

/** For /api/v1: any site, without cookies. */
export const apiCors = (): RequestHandler =>
  cors({ origin: '*', methods: METHODS, allowedHeaders: ['Content-Type'], exposedHeaders: EXPOSED });

/** For what a session opens. */
export const dashboardCors = (origins: string[]): RequestHandler =>
  cors({
    origin: origins,
    credentials: true,
    methods: METHODS,
    allowedHeaders: ['Content-Type', 'Apollo-Require-Preflight'],
    exposedHeaders: EXPOSED,
  });
