/**
 * The port between the service and a social platform. One folder per platform implements it; a platform imports this
 * file and its neighbours (`http.ts`, `failure.ts`) and nothing else of the service.
 *
 * part        one text with its media that becomes one native post; a thread has several
 * attempt     one try to publish a part; its row is stored before the first byte leaves
 * step        what a platform's response means for the attempt
 * lookup      what a lookup on the platform showed after a response was lost
 * state       what an adapter must remember between two steps, stored as JSON with the attempt
 * attach      turn what a person typed in into an account with working credentials
 * probe       ask the platform whether an account's credentials still work
 */

import type { Http } from '../../foundation/http-client/http.js';
import type { HttpFile } from '../../foundation/http-client/http-body.js';
import type { Account, Credentials } from './account.js';
import type { Point } from './area.js';
import type { Failure } from './failure.js';
import type { Interactions } from './interactions.js';
import type { Metrics, MetricsFacts } from './metrics.js';
import type { RateLimit } from './rate-limit.js';
import type { Replies } from './replies.js';
import type { TextEntity } from './text-entities.js';
import type { Unpublish } from './unpublish.js';

/** The platforms by their keys [naming/keys]. */
export const PLATFORM_KEYS = [
  'microblog',
  'network',
  'photogram',
  'threadtalk',
  'shortvideo',
  'videohub',
  'socialpage',
  'skyfeed',
  'fediverse',
  'messenger',
  'pinboard',
] as const;
export type PlatformKey = (typeof PLATFORM_KEYS)[number];

/** A part as passed to an adapter. It is the same for every attempt, until its owner retries or moves it. */
export interface Part {
  /** Stable id of the part (24 hex characters): source of idempotency keys and record keys. */
  key: string;
  /** When its attempts began: sent as its creation time. In a lookup, no older post can be the part. */
  at: Date;
  /** May be empty if there are media. */
  text: string;
  /** In the order of the post. */
  media: readonly PartMedia[];
  /** The preview of the text's link, on a platform with `cardLink`; only a first `start` has it, for a part without media. */
  card?: LinkCard | null;
  /**
   * The post's settings for this platform, defaults filled in [create-post/platformSettings-merged]; `rules.ts` names
   * them.
   */
  settings: Readonly<Record<string, unknown>>;
  /** Native id of the part before this one in its thread; null for a first or only part. */
  replyTo: string | null;
  /** Native id of the first part of its thread; null, or absent, for a first or only part. */
  threadId?: string | null;
  /** The first comment on the post `replyTo`, which is the first part of its target; it has no media. */
  isComment?: true;
  /** The frame of a video that is its cover, in milliseconds from the start [settings/photogram-videoTimestamp]. */
  videoTimestamp: number | null;
  /** Native ids of the account's posts since then that belong to other parts, of any user: none of them is this part. */
  taken?: ReadonlySet<string>;
}

/** An image or a video of a part, as the platform takes it: converted already, in a file that lives as long as the turn. */
export interface PartMedia extends HttpFile {
  kind: 'image' | 'video';
  bytes: number;
  /** Null if unknown. */
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  /** Alternative text. */
  altText: string | null;
  /** What stays visible where a part of it is shown; absent: the platform decides. */
  focus?: Point;
  /** URL for platforms that fetch media themselves: valid for a day, for anyone who has it. */
  url: string;
}

/** The preview of a web page that a platform shows below a post. Texts are plain, bounded, and may be stored. */
export interface LinkCard {
  /** The link as in the text. */
  url: string;
  title: string;
  /** May be empty. */
  description: string;
  /** As the platform accepts it, in a file that lives as long as the run; null if there is none. */
  picture: HttpFile | null;
}

/** The app that the operator of this service has registered with a platform (RFC 6749: the client). */
export interface OAuthClient {
  id: string;
  secret: string;
}

/** The operator's configuration of a platform. */
export interface PlatformSetup {
  /** Overrides the base URL of all its hosts; null: the platform's own. */
  baseUrl: string | null;
  /** Null: accounts cannot be connected with a login at the platform. */
  client: OAuthClient | null;
  /** Scopes requested at a login; null: those that the adapter needs. */
  scopes: readonly string[] | null;
  /** Version of its API; null: the adapter's default. */
  apiVersion: string | null;
  /**
   * False where the platform has not approved the app for what everybody can see [settings/shortvideo-unapproved-app].
   */
  approved: boolean;
  /** Rate limits per account; null: those of its rules. */
  rateLimits: readonly RateLimit[] | null;
  /** Limits of requests of the whole app; null: those of its numbers. */
  appLimits: readonly RateLimit[] | null;
}

/** The time on a clock shared by all processes: a time stored by one can be compared by another. */
export type Clock = () => Date;

export type State = Record<string, unknown>;

export type Step =
  /** The part is published. `furtherIds` are the ids of what the part consists of beside the post. */
  | ({ kind: 'published'; furtherIds?: readonly string[] } & LivePost)
  /** Not finished yet: check again after `checkAfterMs`. */
  | { kind: 'pending'; state: State; checkAfterMs: number }
  /** Preparation is done: `finish` may be called, which may take `withinMs` longer than other requests. */
  | { kind: 'ready'; state: State; withinMs?: number }
  /**
   * `duplicateOf` is set if the platform rejected the part as a duplicate of a live post, and null if it does not name
   * that: the post may be this part, if an earlier request was stored.
   */
  | { kind: 'failed'; failure: Failure; duplicateOf?: LivePost | null };

/** A post on the platform: the platform's id, and its public URL, if known. */
export interface LivePost {
  postedId: string;
  url?: string;
}

/** A post that was found by its content. */
export interface AlikePost extends LivePost {
  /** When it was made, by this service's clock; undefined: the platform does not say. */
  createdAt?: Date | undefined;
}

export type LookupResult =
  | Step
  /**
   * Posts whose content is that of the part, oldest first, at least one. Nothing else marks them: an equal part of
   * another post looks the same, so the service decides which of them is this part.
   */
  | { kind: 'alike'; posts: readonly AlikePost[] }
  /** Certainly not published: starting again is safe. */
  | { kind: 'absent' }
  /** This platform cannot be asked; nobody can say whether the post is live. */
  | { kind: 'unsupported' };

export interface Publisher {
  /**
   * Publishes a part that takes one request; else prepares it (uploads its media) and publishes nothing, so that it may
   * be done again. Never called twice for one attempt without a lookup in between.
   */
  start(part: Part, account: Account): Promise<Step>;
  /**
   * Read-only witness: is the part there, is it ready? `published` requires a mark that no other post can have (an
   * upload, a key); a match by content is `alike`. `state` is null when the response to `start` was lost. The part
   * may come without its media, also to a `finish` that follows. A failure whose outcome is `rejected` ends the attempt
   * (its preparation is unusable); any other only concerns the lookup.
   */
  lookUp(part: Part, account: Account, state: State | null): Promise<LookupResult>;
  /** The next write of a part that is `ready`; answers `ready` again when one more is left. */
  finish(part: Part, account: Account, state: State): Promise<Step>;
}

/** New credentials after a refresh, or why there are none. `expiresAt` is null if they do not expire. */
export type Refreshed =
  | { kind: 'refreshed'; credentials: Credentials; expiresAt: Date | null }
  | { kind: 'failed'; failure: Failure };

/** How the credentials of an account are refreshed. */
export interface Session {
  /** When the credentials should be refreshed ahead of time; null: only on demand. */
  renewAt(credentials: Credentials): Date | null;
  /** True if the credentials contain no valid session (none was created, or it has expired). */
  isStale(credentials: Credentials, now: Date): boolean;
  /**
   * Creates or refreshes the session. The caller holds a lock on the connection and stores the result before it is
   * used.
   */
  refresh(account: Account): Promise<Refreshed>;
}

/** A credential field that a user fills in to connect an account, with its label and hint. */
export interface CredentialField {
  name: string;
  label: string;
  /** What to enter and where to find it. */
  hint: string;
  /** Masked in the form, and never shown again. */
  secret: boolean;
  /** May stay empty. */
  optional: boolean;
}

/** An account as described by the platform at the time of connecting, with the credentials to store. */
export interface Attached {
  /** The platform's own id of the account. */
  accountId: string;
  /** Without a leading @. */
  username: string;
  displayName: string;
  profileUrl: string | null;
  profileImageUrl: string | null;
  /** Where this account's API lives; null: the platform's one address. */
  baseUrl: string | null;
  credentials: Credentials;
  /** Null when nothing in the credentials expires. */
  expiresAt: Date | null;
}

export type Attachment =
  | { kind: 'attached'; account: Attached }
  /** A field that is invalid without asking the platform: `reason` completes "<label> …". */
  | { kind: 'invalid'; field: string; reason: string }
  /** The platform rejected the request, or could not be reached. */
  | { kind: 'failed'; failure: Failure };

/** The authorization server of a login, by the `iss` in its response (RFC 9207). */
export interface Issuer {
  /** Its address. */
  identifier: string;
  /** True: a response without `iss` is invalid. */
  required: boolean;
}

/** The start of a login at a platform: where to redirect the browser, and what is needed for the callback. */
export type Begun =
  | {
      kind: 'begun';
      url: string;
      redirectUri: string;
      /** Null if the platform's issuer is unknown. */
      issuer: Issuer | null;
      remembered: Readonly<Record<string, string>>;
    }
  | Extract<Attachment, { kind: 'invalid' | 'failed' }>;

/** The accounts that a login gives access to: if there are several, the user chooses. */
export type Granted = { kind: 'granted'; accounts: Attached[] } | { kind: 'failed'; failure: Failure };

/** Dynamically registered OAuth clients, one per server: kept from one login to the next. */
export interface RegisteredClients {
  /**
   * The redirect URI used only with this server, so that a response from one server is never taken for another's (RFC
   * 9700, section 4.4.2).
   */
  redirectUri(server: string): string;
  /** The client with that redirect URI. */
  find(server: string): Promise<OAuthClient | null>;
  keep(server: string, client: OAuthClient): Promise<void>;
}

/**
 * How accounts are connected with a login at the platform (OAuth 2, authorization code). Most are created by
 * `oauth.ts`.
 */
export interface Authorization {
  /** Fields to fill in before the login (such as the server of an account). */
  fields: readonly CredentialField[];
  /** What a login requests, unless the operator sets other scopes. */
  scopes: readonly string[];
  /** The platform's `error` code (RFC 6749, section 4.1.2.1) when the user cancels. */
  denials: readonly string[];
  /** Whether the operator has configured it. */
  isConfigured(setup: PlatformSetup): boolean;
  /** `codeChallenge` is S256 (RFC 7636); platforms without PKCE leave it out. */
  begin(
    http: Http,
    setup: PlatformSetup,
    request: {
      values: Readonly<Record<string, string>>;
      /** The redirect URI, unless each server has its own (`clients`). */
      redirectUri: string;
      state: string;
      codeVerifier: string;
      codeChallenge: string;
      clients: RegisteredClients;
    },
  ): Promise<Begun>;
  /** Exchanges the code for tokens, long-lived ones if available, and finds the accounts. */
  complete(
    http: Http,
    setup: PlatformSetup,
    came: {
      code: string;
      redirectUri: string;
      codeVerifier: string;
      remembered: Readonly<Record<string, string>>;
    },
  ): Promise<Granted>;
}

/** How an account is connected with credentials entered by its owner (no OAuth). */
export interface Connector {
  fields: readonly CredentialField[];
  /** `baseUrl` is the operator's override; null if there is none. */
  attach(http: Http, values: Readonly<Record<string, string>>, baseUrl: string | null): Promise<Attachment>;
}

/** The result of checking an account's credentials with the platform. */
export type Probed =
  | { kind: 'working'; displayName: string; permissions: string[] }
  | { kind: 'failed'; failure: Failure };

export interface Platform {
  key: PlatformKey;
  /** Base URL of its API, unless the connection or the operator overrides it; null if there is no default. */
  defaultBaseUrl: string | null;
  /** Null: the credentials never expire and need no session. */
  session: ((http: Http, setup: PlatformSetup) => Session) | null;
  /** Null: accounts cannot be connected with credential fields. */
  connector: Connector | null;
  /** Null: accounts cannot be connected with a login. */
  authorization: Authorization | null;
  /** Read-only check of the credentials. A stale session is refreshed first. Null: not supported. */
  probe: ((http: Http, account: Account, setup: PlatformSetup) => Promise<Probed>) | null;
  /**
   * The link of a text for which the platform expects a card from its clients; null if the text has none. Absent: the
   * platform makes cards itself, or has none.
   */
  cardLink?: (text: string) => Promise<string | null>;
  /** What the adapter marks in a text as links, mentions and hashtags. Absent: the platform finds them itself. */
  findEntities?: (text: string) => Promise<readonly TextEntity[]>;
  /** The title that a part is sent with, with its settings complete; null for none. Absent: posts have no title. */
  titleOf?: (part: { text: string; settings: Part['settings']; fileName: string | null }) => string | null;
  /** Adapters must use only `clock`: a time in a state may be compared by another worker. */
  publisher(http: Http, setup: PlatformSetup, clock: Clock): Publisher;
  /** Null or absent: comments, reactions and statistics are not supported. */
  interactions?: ((http: Http, setup: PlatformSetup) => Interactions) | null;
  /** Null or absent: replies to posts are not supported. */
  replies?: ((http: Http, setup: PlatformSetup) => Replies) | null;
  /** Null or absent: the platform's API deletes no posts. */
  unpublish?: ((http: Http, setup: PlatformSetup) => Unpublish) | null;
  /** Null or absent: the platform's public protocol gives no numbers of posts and accounts. */
  metrics?: (MetricsFacts & { open(http: Http, setup: PlatformSetup): Metrics }) | null;
}
