import type { Request, RequestHandler } from 'express';
import type { FakePlatform } from './fake-platform.js';

const forwarded = /^host="([a-z0-9.:-]{1,255})";proto=(https?)$/i;

/**
 * The origin that a client would have sent the request to without a base URL (`Forwarded`, RFC 7239); null where it does
 * not say so.
 */
export function originOf(req: Request): string | null {
  const [, host, scheme] = forwarded.exec(req.get('forwarded') ?? '') ?? [];
  return host === undefined ? null : `${scheme}://${host}`;
}

/** Refuses what is meant for a host that the platform does not have, or that does not serve the path. */
export const checkHost =
  ({ hosts }: FakePlatform): RequestHandler =>
  (req, res, next) => {
    const origin = originOf(req);
    if (!hosts || origin === null || hosts[origin]?.test(req.path)) return next();
    res.status(421).json({ error: `${origin} does not serve ${req.path}` });
  };
