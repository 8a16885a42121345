import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import { platformIdsByConnection } from '../../accounts/connection.repository.js';
import type { GivenOverride, NamedOverride } from './overrides.js';
import { MAX_TARGETS } from './post-bounds.js';

/** Where a post goes: one account can be named in both ways. */
export interface GivenTargets {
  platformIds?: readonly string[] | undefined;
  /** Ids of connections. */
  accountIds?: readonly string[] | undefined;
}

/** The platform ids of targets. Errors: PLATFORMS_TOO_MANY, ID_INVALID, CONNECTION_NOT_FOUND. */
export async function platformIdsOf(
  db: Db,
  userId: string,
  { platformIds = [], accountIds = [] }: GivenTargets,
): Promise<readonly string[]> {
  if (accountIds.length === 0) return platformIds;
  if (platformIds.length + accountIds.length > MAX_TARGETS) throw new AppError('PLATFORMS_TOO_MANY');
  const ids = accountIds.map((id, index) => parseId(`accountIds.${index}`, id));
  const known = await platformIdsByConnection(db, userId, ids);
  const named = ids.map((id, index) => {
    const platformId = known.get(id);
    if (platformId === undefined) throw new AppError('CONNECTION_NOT_FOUND').at(`accountIds.${index}`);
    return platformId;
  });
  return [...platformIds, ...named];
}

/** Overrides by the platform ids of their targets: as many as targets can have, and one more. Errors: CONNECTION_NOT_FOUND. */
export async function overridesOf(
  db: Db,
  userId: string,
  all: readonly GivenOverride[],
): Promise<readonly NamedOverride[]> {
  // The last one is refused as no target, or as a repeated one.
  const given = all.slice(0, MAX_TARGETS + 1);
  const accountIds = given.flatMap((override) => ('accountId' in override ? override.accountId : []));
  const known =
    accountIds.length > 0 ? await platformIdsByConnection(db, userId, accountIds) : new Map<string, string>();
  return given.map((override, index) => {
    if ('platformId' in override) return override;
    const platformId = known.get(override.accountId);
    if (platformId === undefined) throw new AppError('CONNECTION_NOT_FOUND').at(`overrides.${index}.accountId`);
    return { ...override, platformId };
  });
}
