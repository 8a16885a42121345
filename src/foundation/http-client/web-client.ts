/**
 * Reads public web pages and their files, at addresses that users supply. The connector decides for each redirect which
 * hosts may be connected to. No cookies, no credentials.
 */
import { Agent, buildConnector, fetch } from 'undici';
import { makeGuardedConnector } from './address-guard.js';
import { makeDnsResolver } from './dns-resolver.js';
import { isWebAddress } from './web-address.js';

export interface WebResource {
  /** Where it was found, after redirects. */
  url: string;
  /** In lower case and without parameters; empty if there was none. */
  contentType: string;
  /** The charset of the content type. */
  charset: string | undefined;
  /** As the server says; null if it does not. Compressed content has more. */
  bytes: number | null;
  /** The content, decompressed. The reader stops at its own limit, or at the end. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * Fetches a resource. Rejects with WebFailure for an address that is not a web address, an error status, or too many
 * redirects, and with another error if there is no response: no connection, an address that is not allowed, or the signal.
 */
export type FetchWeb = (url: string, accept: string, signal: AbortSignal) => Promise<WebResource>;

/** A response that is no redirect, of any status. */
export interface WebResponse {
  /** Where it was found, after redirects. */
  url: string;
  status: number;
  headers: { get(name: string): string | null };
  /** Decompressed; null if there is none. A reader that does not need it cancels it. */
  body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/** Requests a resource, with these headers. Rejects as FetchWeb, but not for an error status. */
export type RequestWeb = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<WebResponse>;

/** Why there is no resource, for people. */
export class WebFailure extends Error {
  constructor(
    message: string,
    /** Whether a later request may succeed. */
    readonly isTemporary = false,
  ) {
    super(message);
  }
}

const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** The time for a connection; a resource may have less. */
const CONNECT_MS = 5_000;

/** The client of the service: only public addresses, unless the operator allows others for local development. */
export const openWebClient = ({ allowPrivate, purpose }: { allowPrivate: boolean; purpose: string }) =>
  makeWebClient(
    allowPrivate
      ? buildConnector({ timeout: CONNECT_MS })
      : makeGuardedConnector({ timeoutMs: CONNECT_MS, trustedOrigins: [], resolve: makeDnsResolver() }),
    purpose,
  );

/** Servers receive `purpose` as the reason for the request. */
export function makeWebClient(
  connect: buildConnector.connector,
  purpose: string,
): { fetchWeb: FetchWeb; requestWeb: RequestWeb; close(): Promise<void> } {
  // The signal of a request is its only timeout. Connections are not kept: few hosts are met twice.
  const dispatcher = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });
  const ownHeaders = { 'user-agent': `social-publishing-service (${purpose})` };
  const requestWeb: RequestWeb = async (address, headers, signal) => {
    let url = address;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      if (!isWebAddress(url)) throw new WebFailure('it is not at an http or https address without credentials');
      const init = { dispatcher, signal, redirect: 'manual', headers: { ...ownHeaders, ...headers } } as const;
      const response = await fetch(url, init);
      const { status, body } = response;
      const location = response.headers.get('location');
      if (!REDIRECTS.includes(status) || location === null || !URL.canParse(location, url)) {
        return { url, status, headers: response.headers, body };
      }
      await body?.cancel();
      url = new URL(location, url).href;
    }
    throw new WebFailure(`there are more than ${MAX_REDIRECTS} redirects`);
  };
  return {
    requestWeb,
    async fetchWeb(address, accept, signal) {
      const { url, status, headers, body } = await requestWeb(address, { accept }, signal);
      if (status >= 200 && status < 300 && body) {
        return { url, ...typeOf(headers), bytes: Number(headers.get('content-length')) || null, body };
      }
      await body?.cancel();
      throw new WebFailure(`the server answered ${status}`, isTemporary(status));
    },
    close: () => dispatcher.destroy(),
  };
}

/** The content type of a response, with its charset. */
export function typeOf(headers: { get(name: string): string | null }): Pick<WebResource, 'contentType' | 'charset'> {
  const value = headers.get('content-type') ?? '';
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(value)?.[1];
  return { contentType: value.split(';', 1)[0]?.trim().toLowerCase() ?? '', charset };
}
