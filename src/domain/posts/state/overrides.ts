/**
 * Texts for single targets of a post, in place of the group's. Each is validated, split and stored for its target
 * alone.
 */
import { AppError } from '../../../foundation/errors/app-error.js';
import { within } from '../../../foundation/errors/within.js';
import { isTarget, parseTarget } from '../../accounts/platform-id.js';
import { parseContent } from './parse-post.js';
import { isLongerThan, MAX_CONTENT, MAX_OVERRIDES } from './post-bounds.js';

export interface ContentOverride {
  /** A target of the post, in any form that `parseTargets` accepts. */
  platformId: string;
  content: string;
}

/** An override as a caller writes it: for a platform id, or for the id of a connection. */
export type GivenOverride = ContentOverride | { accountId: string; content: string };

/** An override whose connection is known. */
export type NamedOverride = ContentOverride & { accountId?: string };

/** By platform id. */
export type OwnTexts = ReadonlyMap<string, string>;

interface Target {
  platform: string;
  platformId: string;
}

/**
 * The own texts of targets: CONTENT_REQUIRED, CONTENT_TOO_LONG, OVERRIDES_TOO_LONG, OVERRIDE_NOT_A_TARGET,
 * OVERRIDE_DUPLICATE. One that is equal to the group's is its own all the same: it stays when the group's is edited.
 */
export function parseOverrides(
  given: readonly NamedOverride[],
  targets: readonly Pick<Target, 'platformId'>[],
): OwnTexts {
  const platformIds = new Set(targets.map(({ platformId }) => platformId));
  const texts = new Map<string, string>();
  // Ends at the latest with the first one that is no target, or is one twice.
  for (const [index, { platformId, accountId, content: text }] of given.entries()) {
    const at = `overrides.${index}`;
    const named = `${at}.${accountId === undefined ? 'platformId' : 'accountId'}`;
    const target = isTarget(platformId) ? parseTarget(platformId).platformId : null;
    if (target === null || !platformIds.has(target)) {
      throw new AppError('OVERRIDE_NOT_A_TARGET', { platformId }).at(named);
    }
    if (texts.has(target)) throw new AppError('OVERRIDE_DUPLICATE', { platformId }).at(named);
    if (isLongerThan(text, MAX_CONTENT)) throw new AppError('CONTENT_TOO_LONG').at(`${at}.content`);
    texts.set(
      target,
      within(at, () => parseContent(text)),
    );
  }
  if (isLongerThan([...texts.values()].join(''), MAX_OVERRIDES)) throw new AppError('OVERRIDES_TOO_LONG');
  return texts;
}

/** A text that targets on one platform have in place of the group's. */
export interface OverrideOnPlatform {
  platform: string;
  platformIds: string[];
  content: string;
}

/** The texts of a post as validation takes them: the platforms that get the group's, and all others once each. */
export function textsOfTargets(
  targets: readonly Target[],
  ownTexts: OwnTexts,
): { platforms: string[]; overrides: OverrideOnPlatform[] } {
  const overrides = new Map<string, OverrideOnPlatform>();
  for (const { platform, platformId } of targets) {
    const content = ownTexts.get(platformId);
    if (content === undefined) continue;
    const key = `${platform} ${content}`;
    const known = overrides.get(key);
    if (known) known.platformIds.push(platformId);
    else overrides.set(key, { platform, platformIds: [platformId], content });
  }
  const sharing = targets.filter(({ platformId }) => !ownTexts.has(platformId));
  return { platforms: sharing.map(({ platform }) => platform), overrides: [...overrides.values()] };
}
