import type { Config } from '../config/config.js';
import { makeHttp } from '../foundation/http-client/http.js';

/** The client for requests to platforms. */
export const openHttp = ({ publishing, privateAddresses, platforms }: Config, clock: () => Date) =>
  makeHttp({
    now: clock,
    timeoutMs: publishing.requestTimeoutMs,
    allowPrivate: privateAddresses.has('platforms'),
    trustedOrigins: Object.values(platforms).flatMap(({ baseUrl }) => (baseUrl ? [new URL(baseUrl).origin] : [])),
  });
