/** The platforms that the sandbox replaces. */
export const sandboxPlatforms = [
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

export type SandboxPlatform = (typeof sandboxPlatforms)[number];

/** An account on one of the platforms, with everything a client needs to act on its behalf. */
export interface SandboxAccount {
  platform: SandboxPlatform;
  accountId: string;
  username: string;
  displayName: string;
  profileUrl: string | null;
  profileImageUrl: string;
  baseUrl: string;
  credentials: Record<string, string>;
}

/** An image or a video of a post. */
export interface SandboxMedia {
  mimeType: string;
  bytes: number;
  /** Of the bytes as they came, in hexadecimal. */
  sha256: string;
  width: number | null;
  height: number | null;
}

/** What a platform received and kept. */
export interface SandboxPost {
  platform: SandboxPlatform;
  accountId: string;
  postedId: string;
  text: string;
  url: string;
  /** When the request arrived, ISO 8601 with milliseconds. */
  receivedAt: string;
  /** In the order of the post. */
  media: SandboxMedia[];
  /** What the platform would store. */
  record: unknown;
}

/** A request a platform received; secrets are masked. */
export interface SandboxRequest {
  platform: SandboxPlatform;
  method: string;
  /** The platform's own path, without the sandbox's `/fediverse` and so on. */
  path: string;
  /**
   * The address at the platform, without its query: what the request was sent to before a base URL replaced the origin.
   * Null where the client does not say so: a browser, or an address that was not replaced.
   */
  url: string | null;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  /** The parsed JSON or form, of one with files `{ fields, files }`; absent when there was none. */
  body?: unknown;
  /** Null when the request was never answered (a time-out or a reset). */
  status: number | null;
  at: string;
}

export const faultKinds = [
  'auth_expired',
  'rate_limited',
  'server_error',
  'timeout_before_store',
  'timeout_after_store',
  'reset_before_store',
  'reset_after_store',
  'error_after_store',
  'delay_after_store',
  'delay_before_store',
  'rejected',
  'answer',
  'answer_after_store',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A failure the sandbox shall show instead of, or after, doing its work. */
export interface Fault {
  platform: SandboxPlatform;
  kind: FaultKind;
  /** Only for this account; otherwise for every account of the platform. */
  accountId?: string;
  /** How many calls it hits; 0 = until cleared. Default 1. */
  times?: number;
  /** For `rate_limited`: seconds until the limit is lifted. Default 5. */
  resetSeconds?: number;
  /** For the delays. Default 1000. */
  delayMs?: number;
  /** `publish` (default): only the call that creates a post. `any`: every call of the platform. */
  on?: 'publish' | 'any';
  /** Only calls whose path (the platform's own) contains this, of any kind; `on` is then ignored. */
  path?: string;
  /**
   * For `answer`: what is answered instead of doing the work, for `answer_after_store` when it is done; a text is sent as
   * it is, anything else as JSON.
   */
  answer?: { status: number; headers?: Record<string, string>; body?: unknown };
}

/** Whose account it is: its name in the form of a user name, and its name for people. */
export interface AccountOwner {
  name: string;
  displayName: string;
}

/** A post that an account published before the sandbox was started. */
export interface PastPost {
  platform: SandboxPlatform;
  accountId: string;
  text: string;
  publishedAt: Date;
  media?: readonly (SandboxMedia & { altText: string | null })[];
  /** `postedId` of the post that it replies to; absent: it is no reply. */
  replyTo?: string;
}

/** What is counted of a post and of an account; each platform has other names for them. */
export const postNumbers = [
  'impressions',
  'reach',
  'views',
  'reactions',
  'comments',
  'shares',
  'clicks',
  'saves',
  'watchSeconds',
] as const;
export const accountNumbers = ['followers', 'posts'] as const;
export type PostNumber = (typeof postNumbers)[number];
export type AccountNumber = (typeof accountNumbers)[number];

/** Numbers that a test chooses for a post, or for an account if `postedId` is absent. */
export interface ChosenNumbers {
  platform: SandboxPlatform;
  accountId: string;
  postedId?: string | undefined;
  /** Null: the platform leaves the number out. Absent: it is made up. */
  values: Partial<Record<PostNumber | AccountNumber, number | null>>;
}

/** A running sandbox. */
export interface Sandbox {
  url: string;
  port: number;
  baseUrls: Record<SandboxPlatform, string>;
  /** The app that is registered at each platform: what a client of its OAuth endpoints is configured with. */
  clients: Record<SandboxPlatform, { id: string; secret: string }>;
  /** The demo accounts, one for each platform, the same at every start. */
  accounts: SandboxAccount[];
  /** Makes a further account with random ids and secrets; its names too are random if no owner is given. */
  createAccount(platform: SandboxPlatform, owner?: AccountOwner): SandboxAccount;
  /** Gives an account another name for people. */
  renameAccount(platform: SandboxPlatform, accountId: string, displayName: string): SandboxAccount;
  /**
   * Adds a post from before the sandbox was started, with an id of its time. Visible immediately; `stored` resolves when
   * it is in the file. Throws if the platform has no past posts, or the account or the parent does not exist.
   */
  addPastPost(post: PastPost): { post: SandboxPost; stored: Promise<void> };
  /** What the platforms hold, in order of arrival. */
  posts(filter?: { platform?: SandboxPlatform; accountId?: string }): SandboxPost[];
  /** The latest requests, in order of arrival. */
  requests(): SandboxRequest[];
  /** Chooses what a platform counts of a post or an account; it may be less than before. */
  setNumbers(numbers: ChosenNumbers): void;
  /** What a platform counted of a post at a time, or of an account if `postedId` is absent. Throws if there is no such post. */
  numbersAt(
    about: Pick<ChosenNumbers, 'platform' | 'accountId' | 'postedId'> & { countsViews?: boolean },
    at: Date,
  ): Partial<Record<PostNumber | AccountNumber, number | undefined>>;
  /** Deletes a post, as its owner can at the platform. Throws if there is no such post. */
  removePost(post: Pick<SandboxPost, 'platform' | 'accountId' | 'postedId'>): Promise<void>;
  setFault(fault: Fault): void;
  clearFaults(): void;
  /** Lets the access tokens that were given out for an account expire. */
  expireTokens(platform: SandboxPlatform, accountId: string): void;
  /** Ends everything that was allowed for an account, as its owner can at the platform. */
  revokeTokens(platform: SandboxPlatform, accountId: string): void;
  /** Forgets the apps that were registered over the wire, as an instance that cleans up does. */
  forgetClients(): void;
  /** Ends every connection, the hanging ones too, and writes out the logs. */
  close(): Promise<void>;
}
