import { Menu, ScrollArea, UnstyledButton } from '@mantine/core';
import { type CSSProperties, useRef } from 'react';
import { PlatformGlyph } from '../../parts/platform-glyph.js';
import { groupLook } from '../../parts/post-status.js';
import classes from './event.module.css';
import { type PlacedPost, platformsOf, titleOf } from './placed-post.js';
import { clockTime } from './words.js';

interface MoreEventsProps {
  posts: PlacedPost[];
  timeZone: string;
  /** Opens the card of a post beside an element. */
  onOpen: (postId: string, anchor: HTMLElement) => void;
  label: string;
  top?: number;
  style?: CSSProperties;
}

/** Posts without room, as a list. */
export function MoreEvents({ posts, timeZone, onOpen, label, top, style }: MoreEventsProps) {
  const target = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton ref={target} className={classes.more} style={style} tabIndex={-1} data-item data-top={top}>
          {label}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="scroll">
          {posts.map(({ post, at }) => {
            const { icon: Icon, label: status } = groupLook(post);
            return (
              <Menu.Item
                key={post.id}
                leftSection={<Icon size={12} aria-label={status} />}
                onClick={() => target.current && onOpen(post.id, target.current)}
              >
                <span className={classes.moreItem}>
                  <span className={classes.time}>{clockTime(at, timeZone)}</span>
                  {platformsOf(post).map((key) => (
                    <PlatformGlyph key={key} platform={key} size={12} decorative />
                  ))}
                  <span className={classes.text}>{titleOf(post)}</span>
                </span>
              </Menu.Item>
            );
          })}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
