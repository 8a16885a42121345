import type { Resolve } from '../../foundation/http-client/address-guard.js';
import { makeDnsResolver } from '../../foundation/http-client/dns-resolver.js';
import { type Http, makeHttp } from '../../foundation/http-client/http.js';

/** Bytes of a response that are read: only an acknowledgement is expected. */
const MAX_ANSWER_BYTES = 4096;

/** The HTTP client of deliveries: only public addresses, unless the operator allows others for local development. */
export const makeWebhookClient = ({
  timeoutMs,
  allowPrivate,
  resolve = makeDnsResolver(),
}: {
  timeoutMs: number;
  allowPrivate: boolean;
  resolve?: Resolve;
}): { http: Http; close(): Promise<void> } =>
  makeHttp({ timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES, allowPrivate, resolve });
