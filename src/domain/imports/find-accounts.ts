/** Finds accounts by the names that people write in a cell. */
import type { Connection } from '../accounts/connection.repository.js';

export type Account = Pick<Connection, 'id' | 'platform' | 'platformId' | 'username' | 'displayName'>;

/** Candidates that a problem lists. */
const MAX_CANDIDATES = 5;

const normalized = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/\s*[:/]\s*@?|\s+/g, (found) => (found.trim() === '' ? ' ' : ':'))
    .trim()
    .replace(/^@/, '');

/** An account as a cell can name it without doubt. */
export const namedAs = ({ platform, username }: Account): string => `${platform}:${username}`;

const namesOf = (account: Account): string[] => {
  const { id, platform, platformId, username, displayName } = account;
  return [
    ...[id, platformId, username, displayName, platform],
    ...[username, displayName].flatMap((name) => [
      `${platform}:${name}`,
      `${platform} ${name}`,
      `${name} (${platform})`,
    ]),
  ].map(normalized);
};

/** The accounts by each of their names. */
export function indexAccounts(accounts: readonly Account[]): ReadonlyMap<string, readonly Account[]> {
  const index = new Map<string, Account[]>();
  for (const account of accounts) {
    for (const name of new Set(namesOf(account))) index.set(name, [...(index.get(name) ?? []), account]);
  }
  return index;
}

/** The account with this name; else what is wrong. */
export function findAccount(
  index: ReadonlyMap<string, readonly Account[]>,
  name: string,
): { account: Account } | { wrong: string; fix: string } {
  const [account, ...others] = index.get(normalized(name)) ?? [];
  if (!account) {
    return {
      wrong: 'is no connected account',
      fix: 'Write its handle, its name, or its id, or connect the account',
    };
  }
  if (others.length === 0) return { account };
  const candidates = [account, ...others].map((one) => `${namedAs(one)} (${one.displayName})`);
  const shown = candidates.slice(0, MAX_CANDIDATES).join(', ');
  const left = candidates.length - MAX_CANDIDATES;
  return {
    wrong: `is the name of ${candidates.length} accounts`,
    fix: `Write one of: ${shown}${left > 0 ? `, and ${left} more` : ''}. Of equal ones, write the id`,
  };
}
