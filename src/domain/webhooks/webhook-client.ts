import { Resolver } from 'node:dns/promises';
import type { Resolve } from '../../foundation/http-client/address-guard.js';
import { type Http, makeHttp } from '../../foundation/http-client/http.js';

/** Bytes of a response that are read: only an acknowledgement is expected. */
const MAX_ANSWER_BYTES = 4096;
const LOOK_UP = { timeout: 2_000, tries: 2 };

/** The HTTP client of deliveries: only public addresses, unless the operator allows others for local development. */
export const makeWebhookClient = ({
  timeoutMs,
  allowPrivate,
  resolve = makeResolve(),
}: {
  timeoutMs: number;
  allowPrivate: boolean;
  resolve?: Resolve;
}): { http: Http; close(): Promise<void> } =>
  makeHttp({ timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES, allowPrivate, resolve });

/**
 * Asks DNS itself. The system's look-up runs on a handful of threads that the whole process shares: four receivers whose
 * name servers keep silent would hold up every other look-up, publishing included. And it knows the operator's own names.
 */
function makeResolve(): Resolve {
  const dns = new Resolver(LOOK_UP);
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  };
}
