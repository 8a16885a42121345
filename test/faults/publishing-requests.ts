/**
 * Which requests make a post live, and which look one up, on each platform. Everything else prepares (logins, uploads,
 * containers): it publishes nothing, and may be repeated.
 */
import type { SandboxPlatform } from '../../sandbox/sandbox.js';

/** A request, its path below the platform's address and with its query. */
export interface PlatformRequest {
  method: string;
  path: string;
  /** `Content-Range` of an upload; empty where there is none. */
  range: string;
  body: string;
}

interface Row {
  publishes(request: PlatformRequest): boolean;
  /** Null: the platform has no lookup. */
  looksUp: ((request: PlatformRequest) => boolean) | null;
}

const is =
  (method: string, path: RegExp) =>
  (request: PlatformRequest): boolean =>
    request.method === method && path.test(request.path);

/** `bytes 5-9/10`: the last piece makes the post. */
const isLastPiece = ({ method, range }: PlatformRequest): boolean => {
  const [, last, total] = /-(\d+)\/(\d+)$/.exec(range) ?? [];
  return method === 'PUT' && Number(last) + 1 === Number(total);
};

export const ROWS: Readonly<Record<SandboxPlatform, Row>> = {
  microblog: { publishes: is('POST', /^\/2\/tweets$/), looksUp: is('GET', /^\/2\/users\/[^/]+\/tweets/) },
  network: { publishes: is('POST', /^\/rest\/posts$/), looksUp: null },
  photogram: { publishes: is('POST', /\/(?:media_publish|comments)$/), looksUp: is('GET', /^\/v[\d.]+\/[\w/]+\?/) },
  threadtalk: { publishes: is('POST', /\/threads_publish$/), looksUp: is('GET', /^\/v[\d.]+\/[\w/]+\?/) },
  shortvideo: { publishes: isLastPiece, looksUp: is('POST', /\/status\/fetch\/$/) },
  videohub: {
    publishes: (request) => isLastPiece(request) || is('POST', /^\/youtube\/v3\/commentThreads\?/)(request),
    looksUp: (request) =>
      /^bytes \*\//.test(request.range) || is('GET', /^\/youtube\/v3\/(?:videos|commentThreads)\?/)(request),
  },
  socialpage: {
    publishes: (request) =>
      is('POST', /\/(?:feed|comments)$/)(request) ||
      (is('POST', /\/videos$/)(request) && /upload_phase=finish/.test(request.body)),
    looksUp: is('GET', /\/published_posts|\/comments\?|\?fields=status/),
  },
  skyfeed: { publishes: is('POST', /repo\.putRecord$/), looksUp: is('GET', /repo\.getRecord\?/) },
  fediverse: {
    publishes: is('POST', /^\/api\/v1\/statuses$/),
    looksUp: is('GET', /^\/api\/v1\/accounts\/[^/]+\/statuses/),
  },
  messenger: { publishes: is('POST', /^\/bot[^/]+\/send\w+$/), looksUp: null },
  pinboard: { publishes: is('POST', /^\/v5\/pins$/), looksUp: is('GET', /^\/v5\/boards\/[^/]+\/pins/) },
};

/** Platforms that cannot confirm that a post does not exist. Pinboard can only confirm that it exists. */
export const CANNOT_TELL: readonly SandboxPlatform[] = ['network', 'messenger', 'pinboard'];

/** Platforms that refuse the text of an existing post. */
export const REFUSES_REPEATS: readonly SandboxPlatform[] = ['microblog', 'network'];

/** What a request is for. */
export function purposeOf(platform: SandboxPlatform, request: PlatformRequest): 'publish' | 'lookup' | 'prepare' {
  const row = ROWS[platform];
  if (row.publishes(request)) return 'publish';
  return row.looksUp?.(request) ? 'lookup' : 'prepare';
}
