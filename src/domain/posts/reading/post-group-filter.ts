import { storableText } from '../../../foundation/database/storable-text.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { parsePlatformIds } from '../../accounts/parse-platform-ids.js';
import type { PlatformPostError } from '../state/platform-post.js';
import { isLongerThan } from '../state/post-bounds.js';
import type { PostGroupStatus } from '../state/post-group.js';
import type { GroupCondition } from './group-conditions.port.js';

/** Inclusive bounds. Either leaves out groups without the time; without both it is no condition. */
export interface TimeRange {
  from?: Date | null;
  to?: Date | null;
}

/** A failed post. All of what is given must hold for one post; an empty list matches nothing. */
export interface PostFailureFilter {
  codes?: PlatformPostError['code'][] | null;
  platformIds?: string[] | null;
  failedAt?: TimeRange | null;
}

/** All of what is given must hold; an empty list matches nothing. */
export interface PostGroupFilter {
  statuses?: PostGroupStatus[] | null;
  /** Groups with a target on one of these platforms. */
  platforms?: string[] | null;
  /** Groups with one of these targets. */
  platformIds?: string[] | null;
  /**
   * Each of its words begins a word of the text, ignoring case and accents. A blank text is ignored; a text without
   * words matches nothing.
   */
  text?: string | null;
  scheduledTime?: TimeRange | null;
  createdAt?: TimeRange | null;
  publishedAt?: TimeRange | null;
  /** Groups with a post that failed like this. */
  failure?: PostFailureFilter | null;
  /** What domains above posts add; null if nothing. */
  others?: readonly GroupCondition[] | null;
}

/** Characters of a search. */
const MAX_SEARCH = 200;

/** A filter as it was sent, within its bounds: each value of a list once, accounts by their platform ids. */
export function parseFilter(
  filter: Omit<PostGroupFilter, 'others'> | null | undefined,
  others: readonly GroupCondition[] = [],
): PostGroupFilter {
  const { statuses, platforms, platformIds, text, failure, ...ranges } = filter ?? {};
  if (text != null && isLongerThan(text, MAX_SEARCH)) {
    throw new AppError('FILTER_INVALID', { reason: `text has at most ${MAX_SEARCH} characters` });
  }
  return {
    ...ranges,
    others: others.length > 0 ? others : null,
    statuses: statuses && [...new Set(statuses)],
    platforms: platforms && [...new Set(platforms)],
    platformIds: platformIds && parsePlatformIds(platformIds),
    text: text?.trim() ? storableText(text) : null,
    failure: failure && {
      codes: failure.codes && [...new Set(failure.codes)],
      platformIds: failure.platformIds && parsePlatformIds(failure.platformIds),
      failedAt: failure.failedAt,
    },
  };
}
