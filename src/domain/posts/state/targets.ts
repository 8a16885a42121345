import { AppError } from '../../../foundation/errors/app-error.js';
import { isTarget, parseTarget } from '../../accounts/platform-id.js';
import { MAX_TARGETS } from './post-bounds.js';

export type Target = ReturnType<typeof parseTarget>;

/**
 * The targets of a post: PLATFORMS_EMPTY, PLATFORM_ID_INVALID. One named twice (also once as a DID and once as its
 * platform id) is one target: nothing is posted twice.
 */
export function parseTargets(platformIds: readonly string[]): Target[] {
  if (platformIds.length === 0) throw new AppError('PLATFORMS_EMPTY');
  const read = platformIds.slice(0, MAX_TARGETS);
  const index = read.findIndex((id) => !isTarget(id));
  const invalid = read[index];
  if (invalid !== undefined) {
    throw new AppError('PLATFORM_ID_INVALID', { platformId: invalid }).at(`platformIds.${index}`);
  }
  return [...new Map(read.map(parseTarget).map((target) => [target.platformId, target])).values()];
}
