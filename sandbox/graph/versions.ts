import type { RequestHandler } from 'express';
import { graphError } from './wire.js';

/**
 * The versions that live in November 2026: v20.0 ended in September, v21.0 ends in January 2027. For an older one the
 * platforms answer in the oldest that lives, which a client would not notice: here it is refused.
 */
export const liveVersions = /^v2[1-6]\.0$/;

/** Refuses every path whose first part is a version that does not live. */
export const checkVersion: RequestHandler = (req, res, next) => {
  const version = /^\/(v[\d.]+)\//.exec(req.path)?.[1];
  if (version === undefined || liveVersions.test(version)) return next();
  const { status, body } = graphError({ code: 2500, message: `Unknown path components: /${version}` });
  res.status(status).json(body);
};
