/**
 * The port between the service and a social platform. One folder per platform implements it; a platform knows this
 * file and its neighbours (`http.ts`, `failure.ts`) and nothing else of the service.
 *
 * part        one text with its media that becomes one native post; a thread has several
 * attempt     one try to publish a part; its row is stored before the first byte leaves
 * step        what a platform's answer means for the attempt
 * lookup      what a look at the platform showed after an answer was lost
 * state       what an adapter must remember between two steps, stored as JSON with the attempt
 * attach      turn what a person typed in into an account with working credentials
 * probe       ask the platform whether an account's credentials still work
 */

import type { Http } from '../../foundation/http-client/http.js';
import type { HttpFile } from '../../foundation/http-client/http-body.js';
import type { Account, Credentials } from './account.js';
import type { Failure } from './failure.js';
import type { Interactions } from './interactions.js';
import type { RateLimit } from './rate-limit.js';

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

/** A part as an adapter sees it. Everything in it is the same at every try, so that what is derived from it is too. */
export interface Part {
  /** Stable id of the part (24 hex characters): source of idempotency keys and record keys. */
  key: string;
  /** When the part was first tried: the creation time that the platform is told, and no older post is the part. */
  at: Date;
  /** May be empty when there are media. */
  text: string;
  /** In the order of the post. */
  media: readonly PartMedia[];
  /**
   * The post's settings for this platform, defaults filled in [create-post/platformSettings-merged]; `rules.ts` names
   * them.
   */
  settings: Readonly<Record<string, unknown>>;
  /** Native id of the part before this one in its thread; null for a first or only part. */
  replyTo: string | null;
  /** The frame of a video that is its cover, in milliseconds from its begin [settings/photogram-videoTimestamp]. */
  videoTimestamp: number | null;
  /** Native ids of the account's other posts since then: whatever a look finds under them is not this part. */
  taken?: ReadonlySet<string>;
}

/** An image or a video of a part, as the platform takes it: converted already, in a file that lives as long as the turn. */
export interface PartMedia extends HttpFile {
  kind: 'image' | 'video';
  bytes: number;
  /** Null what is not known of the file. */
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  /** What it shows, for people who cannot see it. */
  altText: string | null;
  /** Where platforms that fetch media themselves read it: good for a day, for whoever has the address. */
  url: string;
}

/** The app that the operator of this service has registered with a platform (RFC 6749: the client). */
export interface OAuthClient {
  id: string;
  secret: string;
}

/** What the operator says of a platform. */
export interface PlatformSetup {
  /** Where all of its hosts are; null: at the platform's own addresses. */
  baseUrl: string | null;
  /** Null: nobody can connect an account with a login at the platform. */
  client: OAuthClient | null;
  /** What is asked for at a login; null: what the adapter needs. */
  scopes: readonly string[] | null;
  /** Version of its API; null: the one that the adapter was written for. */
  apiVersion: string | null;
  /**
   * False where the platform has not approved the app for what everybody can see [settings/shortvideo-unapproved-app].
   */
  approved: boolean;
  /** What the platform allows one account; null: what its rules say. */
  rateLimits: readonly RateLimit[] | null;
}

/** The time by a clock that all processes share: what one of them stores, another may compare. */
export type Clock = () => Date;

export type State = Record<string, unknown>;

export type Step =
  /**
   * The platform has it. `postedId` is the platform's own id of the post; `url` its public address when known. `repeat`
   * is there when the platform refused it as a repeat of that post: what the part fails with if the post is another's.
   */
  | { kind: 'published'; postedId: string; url?: string; repeat?: Failure }
  /** Not there yet: look again after `checkAfterMs`. */
  | { kind: 'pending'; state: State; checkAfterMs: number }
  /** All so far is done: `finish` may be called, which may take `withinMs` longer than another request. */
  | { kind: 'ready'; state: State; withinMs?: number }
  | { kind: 'failed'; failure: Failure };

export type LookupResult =
  | Step
  /** Certainly not there: starting again is safe. */
  | { kind: 'absent' }
  /** This platform cannot be asked; nobody can say whether the post is live. */
  | { kind: 'unsupported' };

export interface Publisher {
  /**
   * Publishes a part that takes one request; else prepares it (uploads its media) and publishes nothing, so that it may
   * be done again. Never called twice for one attempt without a look in between.
   */
  start(part: Part, account: Account): Promise<Step>;
  /**
   * Read-only witness: is the part there, is it ready? `state` is null when the answer to `start` was lost. The part may
   * come without its media, also to a `finish` that follows. A failure whose outcome is `rejected` ends the attempt
   * (what was prepared is of no use); any other is one of the look alone.
   */
  look(part: Part, account: Account, state: State | null): Promise<LookupResult>;
  /** The next write of a part that is `ready`; answers `ready` again when one more is left. */
  finish(part: Part, account: Account, state: State): Promise<Step>;
}

/** New credentials after a refresh, or why there are none. `expiresAt` is null when nothing in them expires. */
export type Refreshed =
  | { kind: 'refreshed'; credentials: Credentials; expiresAt: Date | null }
  | { kind: 'failed'; failure: Failure };

/** How the credentials of an account are kept alive. */
export interface Session {
  /** When the credentials are to be renewed ahead of time; null: only when somebody needs it. */
  renewAt(credentials: Credentials): Date | null;
  /** True when the credentials hold nothing that a publish could use yet (no session was made, or it is over). */
  isStale(credentials: Credentials, now: Date): boolean;
  /** Makes or renews the session. The caller holds a lock on the connection and stores the result before it is used. */
  refresh(account: Account): Promise<Refreshed>;
}

/** One thing that a person types in to connect an account: the label and hint of its form field. */
export interface CredentialField {
  name: string;
  label: string;
  /** What to enter and where to find it. */
  hint: string;
  /** Shown as dots, never shown again. */
  secret: boolean;
  /** May stay empty. */
  optional: boolean;
}

/** An account as the platform describes it at the moment of connecting, with the credentials to store. */
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
  /** A field that no platform has to be asked about: `reason` completes "<label> …". */
  | { kind: 'invalid'; field: string; reason: string }
  /** The platform refused, or could not be asked. */
  | { kind: 'failed'; failure: Failure };

/** The server that answers a login, by the identifier that it puts in its answer as `iss` (RFC 9207). */
export interface Issuer {
  /** Its address. */
  identifier: string;
  /** True: an answer without `iss` is not its own. */
  required: boolean;
}

/** What a login at a platform begins with: where the browser goes, and what is needed when it comes back. */
export type Begun =
  | {
      kind: 'begun';
      url: string;
      redirectUri: string;
      /** Null where the platform has told nobody what it calls itself. */
      issuer: Issuer | null;
      remembered: Readonly<Record<string, string>>;
    }
  | Extract<Attachment, { kind: 'invalid' | 'failed' }>;

/** The accounts that a login gives access to: the person chooses among several. */
export type Granted = { kind: 'granted'; accounts: Attached[] } | { kind: 'failed'; failure: Failure };

/** The apps as which servers know this service, where every server has its own: kept from one login to the next. */
export interface RegisteredClients {
  /**
   * Where a login at this server leads back to, and at no other: what one server answers is never taken for the answer
   * of another (RFC 9700, section 4.4.2).
   */
  redirectUri(server: string): string;
  /** The app with that redirect address. */
  find(server: string): Promise<OAuthClient | null>;
  keep(server: string, client: OAuthClient): Promise<void>;
}

/** How accounts are connected with a login at the platform (OAuth 2, authorization code). `oauth.ts` makes most of them. */
export interface Authorization {
  /** What has to be typed in before (on which server an account is). */
  fields: readonly CredentialField[];
  /** What the platform calls it (`error` of RFC 6749, section 4.1.2.1) when the person cancels. */
  denials: readonly string[];
  /** Whether the operator has said what it takes. */
  isConfigured(setup: PlatformSetup): boolean;
  /** `codeChallenge` is S256 (RFC 7636); platforms without PKCE leave it out. */
  begin(
    http: Http,
    setup: PlatformSetup,
    asked: {
      values: Readonly<Record<string, string>>;
      /** Where the browser is sent back to, unless each server has an address of its own (`clients`). */
      redirectUri: string;
      state: string;
      codeVerifier: string;
      codeChallenge: string;
      clients: RegisteredClients;
    },
  ): Promise<Begun>;
  /** Exchanges the code for tokens, lasting ones where the platform has them, and finds the accounts. */
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

/** How an account is connected with what its owner types in (no OAuth). */
export interface Connector {
  fields: readonly CredentialField[];
  /** `baseUrl` is where the operator says that the platform lives; null when nobody says. */
  attach(http: Http, values: Readonly<Record<string, string>>, baseUrl: string | null): Promise<Attachment>;
}

/** What the platform says of an account's credentials. */
export type Probed =
  | { kind: 'working'; displayName: string; permissions: string[] }
  | { kind: 'failed'; failure: Failure };

export interface Platform {
  key: PlatformKey;
  /** Where its API lives when neither the connection nor the operator says; null where there is no such place. */
  defaultBaseUrl: string | null;
  /** Null: the credentials never expire and need no session. */
  session: ((http: Http, setup: PlatformSetup) => Session) | null;
  /** Null: nothing that could be typed in connects an account. */
  connector: Connector | null;
  /** Null: there is no login that connects an account. */
  authorization: Authorization | null;
  /** Read-only: whether the credentials work. A stale session is renewed before. Null: nobody can ask. */
  probe: ((http: Http, account: Account, setup: PlatformSetup) => Promise<Probed>) | null;
  /** `clock` is the only one that it may read: a time in a state is compared by another worker. */
  publisher(http: Http, setup: PlatformSetup, clock: Clock): Publisher;
  /** Null or absent: nothing but publishing is offered there. */
  interactions?: ((http: Http, setup: PlatformSetup) => Interactions) | null;
}
