import { t } from '@lingui/core/macro';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { PlayIcon, SyncIcon } from '@primer/octicons-react';
import { type CSSProperties, memo } from 'react';
import { formatList } from '../../parts/formats.js';
import { OpenThreads } from '../../parts/open-threads.js';
import { platformName } from '../../parts/platform.js';
import { PlatformGlyph } from '../../parts/platform-glyph.js';
import { groupLook } from '../../parts/post-status.js';
import { shadeOf } from '../../posts/label-colors.js';
import type { CalendarPost } from './calendar.operations.js';
import classes from './event.module.css';
import { type PlacedPost, platformsOf, titleOf } from './placed-post.js';
import { useIsMovable } from './use-is-movable.js';
import { clockTime } from './words.js';

interface EventChipProps {
  placed: PlacedPost;
  timeZone: string;
  isSelected: boolean;
  isMoving: boolean;
  /** For keys: `moveInGrid`. */
  top?: number;
  style?: CSSProperties;
}

/** More platforms are a number. */
const GLYPHS = 4;

/** A post in the calendar, in two lines. The grid around it handles its events. */
export const EventChip = memo(function EventChip(props: EventChipProps) {
  const { placed, timeZone, isSelected, isMoving, top, style } = props;
  const { post, at } = placed;
  const isMovable = useIsMovable();
  const { icon: Icon, label, color } = groupLook(post);
  const platforms = platformsOf(post);
  const [first] = post.labels;
  return (
    // Firefox drags no buttons.
    <UnstyledButton
      component="div"
      role="button"
      className={classes.event}
      style={first ? ({ ...style, '--label': shadeOf(first.color) } as CSSProperties) : style}
      tabIndex={-1}
      draggable={isMovable(post) && !isMoving}
      aria-haspopup="dialog"
      data-item
      data-post={post.id}
      data-top={top}
      data-status={post.status}
      data-labelled={first ? true : undefined}
      data-selected={isSelected || undefined}
      data-moving={isMoving || undefined}
    >
      <span className={classes.lines}>
        <span className={classes.line}>
          <span className={classes.mark} style={{ color: `var(--mantine-color-${color}-text)` }}>
            <Icon size={12} aria-label={label} />
          </span>{' '}
          <time dateTime={at} className={classes.time}>
            {clockTime(at, timeZone)}
          </time>{' '}
          <span className={classes.glyphs}>
            {platforms.slice(0, GLYPHS).map((key) => (
              <PlatformGlyph key={key} platform={key} size={12} decorative />
            ))}
            {platforms.length > GLYPHS && <span aria-hidden>+{platforms.length - GLYPHS}</span>}
          </span>{' '}
          {post.recurrence && <SyncIcon size={12} aria-label={t`recurring`} />}{' '}
          <OpenThreads count={post.openThreads} size={12} />
        </span>{' '}
        <span className={classes.text}>{titleOf(post)}</span>
        <VisuallyHidden component="span">
          {' '}
          {formatList(platforms.map(platformName))}
          {first && `, ${t`labeled ${formatList(post.labels.map(({ name }) => name))}`}`}
          {isSelected && `, ${t`selected`}`}
        </VisuallyHidden>
      </span>
      <Thumbnail post={post} />
    </UnstyledButton>
  );
});

/** The first file: its small picture, once there is one. */
function Thumbnail({ post }: { post: CalendarPost }) {
  const file = post.media?.edges[0]?.node;
  if (file?.type === 'VIDEO') {
    return (
      <span className={classes.thumbnail} aria-hidden>
        <PlayIcon size={14} />
      </span>
    );
  }
  if (!file?.thumbnailUrl) return null;
  return (
    <img
      className={classes.thumbnail}
      src={file.thumbnailUrl}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}
