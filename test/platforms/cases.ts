/** What the platforms do differently. The suites over the registry are the same for all of them but for this. */
import type { HttpRequest } from '../../src/foundation/http-client/http.js';
import type { Part, PlatformKey } from '../../src/platforms/port/platform.js';

interface Case {
  /** The request that publishes a part; all others prepare it or read. Default: the only one that is no GET. */
  publishes?: (request: HttpRequest) => boolean;
  /** Whether the platform leaves open what became of a post, by whether it is live. */
  leavesOpen?: (part: Part, isLive: boolean) => boolean;
  /** A write that is repeated makes no second post. */
  isRepeatable?: true;
  /** A text that the account has posted before is not posted again. */
  refusesRepeats?: true;
  /** What an image shows has no text form. */
  withoutAltText?: true;
  /** A refusal for the rate does not say until when. */
  withoutReset?: true;
  /** What a token may not do without this scope: post. Absent where tokens have no scopes. */
  postScope?: string;
  /** Wider scopes, with which a token may post too. */
  widerScopes?: readonly string[];
  /** Addresses that are read with POST, and change nothing. */
  question?: RegExp;
  /** The service's name for a post, from the platform's own. */
  neutral?: (nativeId: string) => string;
}

/** A request with this method to a path that ends so. */
const to =
  (method: HttpRequest['method'], end: string) =>
  (request: HttpRequest): boolean =>
    request.method === method && new URL(request.url).pathname.endsWith(end);

const CASES: Partial<Record<PlatformKey, Case>> = {
  fediverse: { publishes: to('POST', '/api/v1/statuses'), isRepeatable: true, postScope: 'write:statuses' },
  skyfeed: { publishes: to('POST', '/com.atproto.repo.putRecord'), isRepeatable: true },
  messenger: { leavesOpen: () => true, withoutAltText: true },
  microblog: { publishes: to('POST', '/2/tweets'), refusesRepeats: true, postScope: 'tweet.write' },
  network: {
    publishes: to('POST', '/rest/posts'),
    leavesOpen: () => true,
    refusesRepeats: true,
    postScope: 'w_member_social',
    neutral: (urn) => urn.replace(/^urn:li:/, 'urn:network:'),
  },
  photogram: { publishes: to('POST', '/media_publish'), postScope: 'instagram_business_content_publish' },
  threadtalk: { publishes: to('POST', '/threads_publish'), postScope: 'threads_content_publish' },
  socialpage: {
    publishes: (request) => to('POST', '/feed')(request) || request.urlencoded?.upload_phase === 'finish',
    postScope: 'pages_manage_posts',
  },
  // A pin is found by its words; that one is not found proves nothing.
  pinboard: {
    publishes: to('POST', '/v5/pins'),
    leavesOpen: ({ text }, isLive) => !isLive || text === '',
    withoutReset: true,
    postScope: 'pins:write',
  },
  shortvideo: {
    // The last piece of the video, of which a small one has no other.
    publishes: to('PUT', '/video/'),
    withoutReset: true,
    postScope: 'video.publish',
    question: /\/(query|fetch)\/$/,
  },
  videohub: {
    // The same; without a piece it is a question.
    publishes: ({ method, headers }) => method === 'PUT' && !/\*/.test(headers?.['content-range'] ?? ''),
    withoutReset: true,
    postScope: 'https://www.googleapis.com/auth/youtube.upload',
    widerScopes: ['https://www.googleapis.com/auth/youtube.force-ssl'],
  },
};

export const caseOf = (key: PlatformKey): Case => CASES[key] ?? {};
