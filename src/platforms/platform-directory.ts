import type { Http } from '../foundation/http-client/http.js';
import { guardedHttp, type SendGuard } from './kit/guarded-http.js';
import type { Account } from './port/account.js';
import type { Interactions } from './port/interactions.js';
import type { Metrics, MetricsFacts } from './port/metrics.js';
import type {
  Attachment,
  Authorization,
  Begun,
  Clock,
  CredentialField,
  Granted,
  PlatformKey,
  PlatformSetup,
  Probed,
  Publisher,
  Session,
} from './port/platform.js';
import type { Replies } from './port/replies.js';
import type { PlatformRules } from './port/rules.js';
import type { Unpublish } from './port/unpublish.js';
import { findPlatform } from './registry.js';
import { platformRules } from './rules-registry.js';

/** A platform with its HTTP client and the operator's configuration, ready for use. */
export interface ConfiguredPlatform {
  /** Base URL of its API, unless the connection overrides it; null: the operator has not configured one. */
  baseUrl: string | null;
  session: Session | null;
  openPublisher(guard: SendGuard): Publisher;
  rules: PlatformRules;
  /** Whether the platform has approved the operator's app. */
  isApproved: boolean;
  /** The link of a text that gets a card; null: this service makes no cards for the platform. */
  cardLink: ((text: string) => Promise<string | null>) | null;
  /** Null: accounts cannot be checked. */
  probe: ((account: Account) => Promise<Probed>) | null;
  /** Null: accounts cannot be connected with credential fields. */
  connector: ConfiguredConnector | null;
  /** Null: accounts cannot be connected with a login. */
  authorization: ConfiguredAuthorization | null;
  /** Null: comments, reactions and statistics are not supported. */
  interactions: Interactions | null;
  /** Null: replies to posts are not supported. */
  replies: Replies | null;
  /** Null: the platform's API deletes no posts. */
  unpublish: Unpublish | null;
  /** Null: the platform gives no numbers of posts and accounts. */
  metrics: ConfiguredMetrics | null;
}

/** Reads the numbers of posts and accounts. */
export type ConfiguredMetrics = MetricsFacts & Metrics;

/** Connects accounts with credentials entered by their owner. */
export interface ConfiguredConnector {
  fields: readonly CredentialField[];
  attach(values: Readonly<Record<string, string>>): Promise<Attachment>;
}

/** Connects accounts with a login at the platform. */
export interface ConfiguredAuthorization {
  fields: readonly CredentialField[];
  denials: readonly string[];
  /** Whether the operator has configured it. */
  isConfigured: boolean;
  begin(request: Parameters<Authorization['begin']>[2]): Promise<Begun>;
  complete(came: Parameters<Authorization['complete']>[2]): Promise<Granted>;
}

/** Finds platforms by key; undefined for unknown keys and for platforms without an adapter. */
export type PlatformDirectory = (key: string) => ConfiguredPlatform | undefined;

/** The default setup. */
export const NO_SETUP: PlatformSetup = {
  baseUrl: null,
  client: null,
  scopes: null,
  apiVersion: null,
  approved: true,
  rateLimits: null,
  appLimits: null,
};

/** `observed` is what a platform gets in place of the client. */
export const makePlatformDirectory =
  (
    client: Http,
    setups: Partial<Record<PlatformKey, PlatformSetup>>,
    clock: Clock,
    observed: (http: Http, platform: PlatformKey) => Http = (http) => http,
  ): PlatformDirectory =>
  (key) => {
    const platform = findPlatform(key);
    if (!platform) return undefined;
    const http = observed(client, platform.key);
    const setup = setups[platform.key] ?? NO_SETUP;
    const { probe, connector, authorization, metrics } = platform;
    const rules = platformRules[platform.key];
    const baseUrl = setup.baseUrl ?? platform.defaultBaseUrl;
    return {
      baseUrl,
      session: platform.session?.(http, setup) ?? null,
      openPublisher: (guard) => platform.publisher(guardedHttp(http, guard), setup, clock),
      rules: { ...rules, rateLimits: setup.rateLimits ?? rules.rateLimits },
      isApproved: setup.approved,
      cardLink: platform.cardLink ?? null,
      probe: probe && ((account) => probe(http, account, setup)),
      connector: connector && {
        fields: connector.fields,
        attach: (values) => connector.attach(http, values, baseUrl),
      },
      authorization: authorization && {
        fields: authorization.fields,
        denials: authorization.denials,
        isConfigured: authorization.isConfigured(setup),
        begin: (request) => authorization.begin(http, setup, request),
        complete: (came) => authorization.complete(http, setup, came),
      },
      interactions: platform.interactions?.(http, setup) ?? null,
      replies: platform.replies?.(http, setup) ?? null,
      unpublish: platform.unpublish?.(http, setup) ?? null,
      metrics: metrics
        ? { ...metrics, appLimits: setup.appLimits ?? metrics.appLimits, ...metrics.open(http, setup) }
        : null,
    };
  };
