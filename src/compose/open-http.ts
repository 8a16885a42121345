import type { Config } from '../config/config.js';
import { makeHttp } from '../foundation/http-client/http.js';

/** The client for requests to platforms. */
export const openHttp = ({ publishing, allowPrivatePlatforms, platforms }: Config, clock: () => Date) =>
  makeHttp({
    now: clock,
    timeoutMs: publishing.requestTimeoutMs,
    allowPrivate: allowPrivatePlatforms,
    trustedOrigins: Object.values(platforms).flatMap(({ baseUrl }) => (baseUrl ? [new URL(baseUrl).origin] : [])),
  });
