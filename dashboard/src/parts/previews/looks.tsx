import { t } from '@lingui/core/macro';
import {
  BookmarkIcon,
  CommentIcon,
  EyeIcon,
  HeartIcon,
  KebabHorizontalIcon,
  PaperAirplaneIcon,
  ReplyIcon,
  ShareAndroidIcon,
  ShareIcon,
  StarIcon,
  SyncIcon,
  ThumbsupIcon,
} from '@primer/octicons-react';
import type { ComponentType } from 'react';
import type { Platform } from '../platform.js';
import { ColumnLayout, type FeedLook, StackedLayout } from './feed-layouts.js';
import type { ShownPost } from './preview.types.js';
import { ChatLayout, PhotoLayout, PinLayout, PlayerLayout, VerticalLayout } from './visual-layouts.js';

const microblog: FeedLook = {
  avatarSize: 40,
  shortLinks: 32,
  media: 'grid of 4',
  largeCard: true,
  actions: [
    { icon: CommentIcon },
    { icon: SyncIcon },
    { icon: HeartIcon },
    { icon: EyeIcon },
    { icon: BookmarkIcon },
    { icon: ShareIcon },
  ],
};

const threadtalk: FeedLook = {
  avatarSize: 36,
  shortLinks: 36,
  media: 'row',
  largeCard: true,
  actions: [{ icon: HeartIcon }, { icon: CommentIcon }, { icon: SyncIcon }, { icon: PaperAirplaneIcon }],
  actionsKind: 'start',
};

const skyfeed: FeedLook = {
  avatarSize: 42,
  shortLinks: 36,
  media: 'grid of 4',
  largeCard: true,
  actions: [{ icon: CommentIcon }, { icon: SyncIcon }, { icon: HeartIcon }, { icon: KebabHorizontalIcon }],
};

const fediverse: FeedLook = {
  avatarSize: 46,
  shortLinks: 30,
  media: 'grid of 4',
  largeCard: false,
  actions: [
    { icon: ReplyIcon },
    { icon: SyncIcon },
    { icon: StarIcon },
    { icon: BookmarkIcon },
    { icon: KebabHorizontalIcon },
  ],
};

const network: FeedLook = {
  avatarSize: 48,
  fold: { lines: 3, perLine: 70, label: 'more' },
  media: 'grid of 5',
  largeCard: false,
  actions: [
    {
      icon: ThumbsupIcon,
      get label() {
        return t`Like`;
      },
    },
    {
      icon: CommentIcon,
      get label() {
        return t`Comment`;
      },
    },
    {
      icon: SyncIcon,
      get label() {
        return t`Repost`;
      },
    },
    {
      icon: PaperAirplaneIcon,
      get label() {
        return t`Send`;
      },
    },
  ],
};

const socialpage: FeedLook = {
  avatarSize: 40,
  fold: {
    lines: 5,
    perLine: 80,
    get label() {
      return t`See more`;
    },
  },
  media: 'grid of 5',
  largeCard: true,
  actions: [
    {
      icon: ThumbsupIcon,
      get label() {
        return t`Like`;
      },
    },
    {
      icon: CommentIcon,
      get label() {
        return t`Comment`;
      },
    },
    {
      icon: ShareAndroidIcon,
      get label() {
        return t`Share`;
      },
    },
  ],
};

/** How each platform shows a post. One that is missing does not compile. */
export const LOOKS: Record<Platform, ComponentType<{ post: ShownPost }>> = {
  MICROBLOG: ({ post }) => <ColumnLayout post={post} look={microblog} handle="beside" />,
  THREADTALK: ({ post }) => <ColumnLayout post={post} look={threadtalk} handle="only" />,
  SKYFEED: ({ post }) => <ColumnLayout post={post} look={skyfeed} handle="beside" />,
  FEDIVERSE: ({ post }) => <ColumnLayout post={post} look={fediverse} handle="under" />,
  NETWORK: ({ post }) => <StackedLayout post={post} look={network} under="handle, time" />,
  SOCIALPAGE: ({ post }) => <StackedLayout post={post} look={socialpage} under="time" />,
  PHOTOGRAM: PhotoLayout,
  SHORTVIDEO: VerticalLayout,
  VIDEOHUB: PlayerLayout,
  MESSENGER: ChatLayout,
  PINBOARD: PinLayout,
};
