import type { Http } from './http.js';
import type { Account, Attachment, CredentialField, PlatformKey, Probed, Publisher, Session } from './platform.js';
import { findPlatform } from './registry.js';
import type { PlatformRules } from './rules.js';
import { platformRules } from './rules-registry.js';

/** A platform over a client and at an address: ready to be used. */
export interface ReachablePlatform {
  /** Where its API lives when the connection does not say; null: the operator has configured no address for it. */
  baseUrl: string | null;
  session: Session | null;
  publisher: Publisher;
  rules: PlatformRules;
  probe(account: Account): Promise<Probed>;
  /** What its accounts are connected with. */
  fields: readonly CredentialField[];
  attach(values: Readonly<Record<string, string>>): Promise<Attachment>;
}

/** Finds platforms by their key; undefined for a key without an adapter, and for what is no key at all. */
export type Reach = (key: string) => ReachablePlatform | undefined;

export const makeReach =
  (http: Http, baseUrls: Partial<Record<PlatformKey, string>>): Reach =>
  (key) => {
    const platform = findPlatform(key);
    if (!platform) return undefined;
    const baseUrl = baseUrls[platform.key] ?? platform.defaultBaseUrl;
    return {
      baseUrl,
      session: platform.session?.(http) ?? null,
      publisher: platform.publisher(http),
      rules: platformRules[platform.key],
      probe: (account) => platform.probe(http, account),
      fields: platform.connector.fields,
      attach: (values) => platform.connector.attach(http, values, baseUrl),
    };
  };
