/** Feeds of posts: with the picture in a separate column, or above the text. */
import type { Icon } from '@primer/octicons-react';
import { Actions } from './actions.js';
import classes from './feed.module.css';
import { handleOf, nameOf, PostAvatar, PostTime, StackedHead, userOf } from './head.js';
import { LinkCard } from './link-card.js';
import { MediaGrid, MediaRow } from './media.js';
import names from './post.module.css';
import type { PreviewPart, ShownPost } from './preview.types.js';
import { RichText } from './rich-text.js';

export interface FeedLook {
  avatarSize: number;
  fold?: { lines: number; perLine: number; label: string };
  shortLinks?: number;
  media: 'grid of 4' | 'grid of 5' | 'row';
  /** Whether the picture of a link card is as wide as the post. */
  largeCard: boolean;
  actions: readonly { icon: Icon; label?: string }[];
  actionsKind?: 'start';
}

function Body({ post, part, look }: { post: ShownPost; part: PreviewPart; look: FeedLook }) {
  const { preview, files, coverMs } = post;
  const isFirst = part === preview.parts[0];
  return (
    <>
      {part.text !== '' && (
        <RichText text={part.text} entities={part.entities} fold={look.fold} shortLinks={look.shortLinks} />
      )}
      {part.hasMedia && files.length > 0 && (
        <div className={classes.attached}>
          {look.media === 'row' ? (
            <MediaRow files={files} coverMs={coverMs} />
          ) : (
            <MediaGrid files={files} coverMs={coverMs} most={look.media === 'grid of 4' ? 4 : 5} />
          )}
        </div>
      )}
      {isFirst && preview.cardUrl && files.length === 0 && (
        <div className={classes.attached}>
          <LinkCard url={preview.cardUrl} kind={look.largeCard ? 'large' : 'small'} />
        </div>
      )}
    </>
  );
}

/** The picture in a column; a line joins the parts of a thread. */
export function ColumnLayout({
  post,
  look,
  handle,
}: {
  post: ShownPost;
  look: FeedLook;
  /** Where the handle is; `only`: in place of the name. */
  handle: 'beside' | 'under' | 'only';
}) {
  const { account, preview, at } = post;
  return preview.parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is what is at this place.
    <div key={index} className={classes.column} data-continues={index < preview.parts.length - 1 || undefined}>
      <div className={classes.side}>
        <PostAvatar account={account} size={look.avatarSize} />
        <span className={classes.line} />
      </div>
      <div className={classes.main}>
        <div className={classes.byline} data-handle={handle}>
          <span className={names.name}>{handle === 'only' ? userOf(account) : nameOf(account)}</span>
          {handle === 'beside' && <span className={names.muted}>{handleOf(account)}</span>}
          <span className={classes.when}>
            <PostTime at={at} />
          </span>
          {handle === 'under' && <span className={classes.under}>{handleOf(account)}</span>}
        </div>
        <Body post={post} part={part} look={look} />
        <Actions of={look.actions} kind={look.actionsKind} />
      </div>
    </div>
  ));
}

/** The picture and name above the text, with media from edge to edge. */
export function StackedLayout({
  post,
  look,
  under,
}: {
  post: ShownPost;
  look: FeedLook;
  under: 'time' | 'handle, time';
}) {
  const { account, preview, at } = post;
  return preview.parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is what is at this place.
    <div key={index} className={classes.stacked}>
      <StackedHead account={account} at={at} avatarSize={look.avatarSize} under={under} />
      <Body post={post} part={part} look={look} />
      <Actions of={look.actions} kind="bar" size={16} />
    </div>
  ));
}
