import { t } from '@lingui/core/macro';
import type { VariablesOf } from '../../api/graphql.js';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, type Platform } from '../../parts/platform.js';
import type { ACCOUNTS } from './accounts.operations.js';

/** The choices of the filter, with their states of access tokens. */
export const ACCESS = {
  works: {
    get label() {
      return t`Works`;
    },
    tokenStatuses: ['VALID', 'EXPIRING_SOON', 'NOT_EXPIRING'],
  },
  ending: {
    get label() {
      return t`Ends within 7 days`;
    },
    tokenStatuses: ['EXPIRING_SOON'],
  },
  ended: {
    get label() {
      return t`Has to be reconnected`;
    },
    tokenStatuses: ['EXPIRED'],
  },
} as const;
export type Access = keyof typeof ACCESS;
const ACCESSES = Object.keys(ACCESS) as Access[];

/** What the list shows, as its address says it. */
export interface AccountsSearch {
  text?: string;
  platforms?: Platform[];
  access?: Access;
  /** The platform ids of what a login has just connected. */
  connected?: string[];
  /** The platform id of an account to connect again: its form is open. */
  reconnect?: string;
  /** Where to go once it is connected: a path of the dashboard. */
  returnTo?: string;
}

/** A login leads back with `connected=…` for each account. */
const LONGEST_LIST = 100;

export function parseSearch(given: Record<string, unknown>): AccountsSearch {
  const { text, platforms, access, connected, reconnect, returnTo } = given;
  // An omitted key would keep the value in the address.
  return {
    text: text === undefined ? undefined : String(text).slice(0, 200),
    platforms: knownPlatforms(platforms),
    access: oneOf(ACCESSES, access),
    connected: connected === undefined ? undefined : [connected].flat().slice(0, LONGEST_LIST).map(String),
    reconnect: typeof reconnect === 'string' ? reconnect.slice(0, 500) : undefined,
    returnTo: typeof returnTo === 'string' && /^\/(?![/\\])[\w/-]*$/.test(returnTo) ? returnTo : undefined,
  };
}

/** The same as the filter of the query. */
export const toFilter = ({ text, platforms, access }: AccountsSearch): VariablesOf<typeof ACCOUNTS>['filter'] => ({
  ...(text && { text }),
  ...(platforms && { platforms }),
  ...(access && { tokenStatuses: [...ACCESS[access].tokenStatuses] }),
});
