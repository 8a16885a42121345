import type { Http } from '../foundation/http-client/http.js';
import { guardedHttp, type SendGuard } from './kit/guarded-http.js';
import type { Account } from './port/account.js';
import type { Interactions } from './port/interactions.js';
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
import type { PlatformRules } from './port/rules.js';
import { findPlatform } from './registry.js';
import { platformRules } from './rules-registry.js';

/** A platform over a client and as the operator has it: ready to be used. */
export interface ConfiguredPlatform {
  /** Where its API lives when the connection does not say; null: the operator has configured no address for it. */
  baseUrl: string | null;
  session: Session | null;
  openPublisher(guard: SendGuard): Publisher;
  rules: PlatformRules;
  /** Null: it cannot be asked about an account. */
  probe: ((account: Account) => Promise<Probed>) | null;
  /** Null: nothing that could be typed in connects an account. */
  connector: ConfiguredConnector | null;
  /** Null: there is no login that connects an account. */
  authorization: ConfiguredAuthorization | null;
  /** Null: nothing but publishing is offered there. */
  interactions: Interactions | null;
}

/** Connects accounts with what their owner types in. */
export interface ConfiguredConnector {
  fields: readonly CredentialField[];
  attach(values: Readonly<Record<string, string>>): Promise<Attachment>;
}

/** Connects accounts with a login at the platform. */
export interface ConfiguredAuthorization {
  fields: readonly CredentialField[];
  denials: readonly string[];
  /** Whether the operator has said what it takes. */
  isConfigured: boolean;
  begin(asked: Parameters<Authorization['begin']>[2]): Promise<Begun>;
  complete(came: Parameters<Authorization['complete']>[2]): Promise<Granted>;
}

/** Finds platforms by their key; undefined for a key without an adapter, and for what is no key at all. */
export type PlatformDirectory = (key: string) => ConfiguredPlatform | undefined;

/** What an operator who says nothing says. */
export const NO_SETUP: PlatformSetup = {
  baseUrl: null,
  client: null,
  scopes: null,
  apiVersion: null,
  approved: true,
  rateLimits: null,
};

export const makePlatformDirectory =
  (http: Http, setups: Partial<Record<PlatformKey, PlatformSetup>>, clock: Clock): PlatformDirectory =>
  (key) => {
    const platform = findPlatform(key);
    if (!platform) return undefined;
    const setup = setups[platform.key] ?? NO_SETUP;
    const { probe, connector, authorization } = platform;
    const rules = platformRules[platform.key];
    const baseUrl = setup.baseUrl ?? platform.defaultBaseUrl;
    return {
      baseUrl,
      session: platform.session?.(http, setup) ?? null,
      openPublisher: (guard) => platform.publisher(guardedHttp(http, guard), setup, clock),
      rules: { ...rules, rateLimits: setup.rateLimits ?? rules.rateLimits },
      probe: probe && ((account) => probe(http, account, setup)),
      connector: connector && {
        fields: connector.fields,
        attach: (values) => connector.attach(http, values, baseUrl),
      },
      authorization: authorization && {
        fields: authorization.fields,
        denials: authorization.denials,
        isConfigured: authorization.isConfigured(setup),
        begin: (asked) => authorization.begin(http, setup, asked),
        complete: (came) => authorization.complete(http, setup, came),
      },
      interactions: platform.interactions?.(http, setup) ?? null,
    };
  };
