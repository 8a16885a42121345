/**
 * Texts and first comments for single targets of a post, in place of the group's. Each is validated, split and stored for
 * its target alone.
 */

import { isBlank } from '../../../foundation/blank-text.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { publishableText } from '../../../foundation/errors/publishable-text.js';
import { within } from '../../../foundation/errors/within.js';
import { isTarget, parseTarget } from '../../accounts/platform-id.js';
import type { Addition } from './additions.js';
import { parseContent } from './parse-post.js';
import { isLongerThan, MAX_CONTENT, MAX_OVERRIDES } from './post-bounds.js';

/** What a target has in place of its group's. */
export interface OwnOfTarget {
  /** Left out: it shares the text of its group. */
  content?: string;
  /** Left out: it has the first comment of its platform. Empty: none. */
  firstComment?: string;
}

export interface ContentOverride extends OwnOfTarget {
  /** A target of the post, in any form that `parseTargets` accepts. */
  platformId: string;
}

/** An override as a caller writes it: for a platform id, or for the id of a connection. */
export type GivenOverride = ContentOverride | (OwnOfTarget & { accountId: string });

/** An override whose connection is known. */
export type NamedOverride = ContentOverride & { accountId?: string };

/** By platform id. */
export type OwnTexts = ReadonlyMap<string, OwnOfTarget>;

interface Target {
  platform: string;
  platformId: string;
}

/**
 * What targets have as their own: CONTENT_REQUIRED, CONTENT_TOO_LONG, OVERRIDES_TOO_LONG, OVERRIDE_NOT_A_TARGET,
 * OVERRIDE_DUPLICATE. One that is equal to the group's is its own all the same: it stays when the group's is edited.
 */
export function parseOverrides(
  given: readonly NamedOverride[],
  targets: readonly Pick<Target, 'platformId'>[],
): OwnTexts {
  const platformIds = new Set(targets.map(({ platformId }) => platformId));
  const texts = new Map<string, OwnOfTarget>();
  // Ends at the latest with the first one that is no target, or is one twice.
  for (const [index, { platformId, accountId, ...own }] of given.entries()) {
    const at = `overrides.${index}`;
    const named = `${at}.${accountId === undefined ? 'platformId' : 'accountId'}`;
    const target = isTarget(platformId) ? parseTarget(platformId).platformId : null;
    if (target === null || !platformIds.has(target)) {
      throw new AppError('OVERRIDE_NOT_A_TARGET', { platformId }).at(named);
    }
    if (texts.has(target)) throw new AppError('OVERRIDE_DUPLICATE', { platformId }).at(named);
    texts.set(
      target,
      within(at, () => parseOwn(own)),
    );
  }
  const all = [...texts.values()].flatMap(({ content = '', firstComment = '' }) => [content, firstComment]);
  if (isLongerThan(all.join(''), MAX_OVERRIDES)) throw new AppError('OVERRIDES_TOO_LONG');
  return texts;
}

/** An override without a first comment must have a text. */
function parseOwn({ content, firstComment }: OwnOfTarget): OwnOfTarget {
  if (content !== undefined && isLongerThan(content, MAX_CONTENT)) throw new AppError('CONTENT_TOO_LONG').at('content');
  if (firstComment === undefined) return { content: parseContent(content) };
  return {
    ...(content !== undefined && { content: parseContent(content) }),
    firstComment: parseFirstComment(firstComment),
  };
}

/** A first comment as it is written; empty if nothing of it can be seen. TEXT_NOT_PUBLISHABLE. */
const parseFirstComment = (text: string): string => (isBlank(text) ? '' : publishableText(text, 'firstComment'));

/** What targets on one platform have in place of the group's. */
export interface OverrideOnPlatform {
  platform: string;
  platformIds: string[];
  content: string;
  /** Left out: that of the platform. */
  firstComment?: string;
  /** What was added to it. */
  additions?: readonly Addition[];
}

/** The texts of a post as validation takes them: the platforms that get the group's, and all others once each. */
export function textsOfTargets(
  shared: string,
  targets: readonly Target[],
  ownTexts: OwnTexts,
): { platforms: string[]; overrides: OverrideOnPlatform[] } {
  const overrides = new Map<string, OverrideOnPlatform>();
  for (const { platform, platformId } of targets) {
    const own = ownTexts.get(platformId);
    if (own === undefined) continue;
    const key = JSON.stringify([platform, own.content, own.firstComment]);
    const known = overrides.get(key);
    if (known) known.platformIds.push(platformId);
    else overrides.set(key, { platform, platformIds: [platformId], content: shared, ...own });
  }
  const sharing = targets.filter(({ platformId }) => !ownTexts.has(platformId));
  return { platforms: sharing.map(({ platform }) => platform), overrides: [...overrides.values()] };
}
