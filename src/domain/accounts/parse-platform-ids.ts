import { AppError } from '../../foundation/errors/app-error.js';
import { isTarget, parseTarget } from './platform-id.js';

/** As many as a group has targets. */
const MAX_IDS = 100;

/** The accounts of a filter by their platform ids, each once. FILTER_INVALID, PLATFORM_ID_INVALID. */
export function parsePlatformIds(ids: readonly string[]): string[] {
  if (ids.length > MAX_IDS) throw new AppError('FILTER_INVALID', { reason: `platformIds has at most ${MAX_IDS} ids` });
  return [...new Set(ids.map(parsePlatformId))];
}

function parsePlatformId(id: string): string {
  if (!isTarget(id)) throw new AppError('PLATFORM_ID_INVALID', { platformId: id });
  return parseTarget(id).platformId;
}
