import type { RequestHandler } from 'express';
import { graphError } from './wire.js';

/**
 * The supported versions in November 2026: v20.0 ended in September, v21.0 ends in January 2027. The platforms serve
 * an older one as the oldest supported one, which a client would not notice. The sandbox refuses it.
 */
export const liveVersions = /^v2[1-6]\.0$/;

/** Refuses every path whose first part is an unsupported version. */
export const checkVersion: RequestHandler = (req, res, next) => {
  const version = /^\/(v[\d.]+)\//.exec(req.path)?.[1];
  if (version === undefined || liveVersions.test(version)) return next();
  const { status, body } = graphError({ code: 2500, message: `Unknown path components: /${version}` });
  res.status(status).json(body);
};
