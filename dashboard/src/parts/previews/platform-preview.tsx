import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { platformName } from '../platform.js';
import { CommentPreview } from './comment-preview.js';
import { PlatformLook } from './platform-look.js';
import type { PreviewIssue, ShownPost } from './preview.types.js';
import classes from './previews.module.css';
import { Verdict } from './verdict.js';

interface PlatformPreviewProps {
  post: ShownPost;
  issues: readonly PreviewIssue[];
  /** Whether it is of the post as it is now. */
  isCurrent: boolean;
}

/** A post as its platform shows it, with the limits that its parts exceed, and whether it goes through. */
export function PlatformPreview({ post, issues, isCurrent }: PlatformPreviewProps) {
  const { platform, parts, firstComment } = post.preview;
  return (
    <article aria-label={t`Preview on ${platformName(platform)}`} className={classes.preview}>
      <Verdict issues={issues} isCurrent={isCurrent} />
      <PlatformLook post={post} />
      {parts.map(
        ({ exceedsLimit, length, limit }, index) =>
          exceedsLimit && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is what is at this place.
            <Text key={index} size="xs" c="var(--mantine-color-error)">
              {tooLong(length, limit, parts.length > 1 ? index + 1 : null)}
            </Text>
          ),
      )}
      {firstComment && <CommentPreview comment={firstComment} />}
    </article>
  );
}

/** By how much a part is too long; `part` is its number in a thread. */
function tooLong(length: number, limit: number, part: number | null): string {
  const excess = length - limit;
  return part === null
    ? t`${length} of ${limit}: ${excess} too many`
    : t`Part ${part}: ${length} of ${limit}: ${excess} too many`;
}
