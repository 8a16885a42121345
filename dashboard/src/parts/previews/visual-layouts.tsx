/** Posts that are a picture or video first. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BookmarkIcon,
  CommentIcon,
  HeartFillIcon,
  HeartIcon,
  KebabHorizontalIcon,
  PaperAirplaneIcon,
  ShareAndroidIcon,
  ThumbsdownIcon,
  ThumbsupIcon,
  UploadIcon,
} from '@primer/octicons-react';
import { Actions } from './actions.js';
import { handleOf, nameOf, PostAvatar, PostTime, StackedHead, userOf } from './head.js';
import { LinkCard } from './link-card.js';
import { Carousel, Dots, MediaGrid } from './media.js';
import media from './media.module.css';
import { Picture } from './picture.js';
import names from './post.module.css';
import type { ShownPost } from './preview.types.js';
import { RichText } from './rich-text.js';
import classes from './visual.module.css';

/** What is shown in place of media that the platform requires. */
const Missing = ({ what }: { what: string }) => <div className={media.missing}>{what}</div>;

/** A carousel between the name and the caption. */
export function PhotoLayout({ post }: { post: ShownPost }) {
  const { account, preview, files, coverMs, at } = post;
  const [part] = preview.parts;
  return (
    <>
      <div className={classes.photoHead}>
        <PostAvatar account={account} size={32} />
        <span className={names.name}>{userOf(account)}</span>
        <KebabHorizontalIcon size={16} />
      </div>
      {files.length > 0 ? <Carousel files={files} coverMs={coverMs} /> : <Missing what={t`Add an image or a video`} />}
      <div className={classes.photoActions}>
        <Actions
          of={[{ icon: HeartIcon }, { icon: CommentIcon }, { icon: PaperAirplaneIcon }]}
          kind="start"
          size={22}
        />
        <Dots count={files.length} />
        <Actions of={[{ icon: BookmarkIcon }]} kind="start" size={22} />
      </div>
      <div className={classes.caption}>
        {part && part.text !== '' && (
          <p>
            <span className={names.name}>{userOf(account)}</span>{' '}
            <RichText text={part.text} entities={part.entities} fold={{ lines: 2, perLine: 62, label: 'more' }} />
          </p>
        )}
        <span className={classes.when}>
          <PostTime at={at} />
        </span>
      </div>
    </>
  );
}

/** A video that fills a telephone, with the caption on it. */
export function VerticalLayout({ post }: { post: ShownPost }) {
  const { account, preview, files, coverMs } = post;
  const [file] = files;
  const [part] = preview.parts;
  return (
    <div className={classes.vertical}>
      {file ? <Picture file={file} coverMs={coverMs} /> : <Missing what={t`Add a video`} />}
      <div className={classes.rail} aria-hidden>
        <PostAvatar account={account} size={40} />
        {[HeartFillIcon, CommentIcon, BookmarkIcon, ShareAndroidIcon].map((RailIcon) => (
          <RailIcon key={RailIcon.displayName} size={24} />
        ))}
      </div>
      <div className={classes.overlay}>
        <span className={names.name}>{handleOf(account)}</span>
        {part && part.text !== '' && (
          <RichText text={part.text} entities={part.entities} fold={{ lines: 2, perLine: 32, label: 'more' }} />
        )}
      </div>
    </div>
  );
}

/** A player with the title below, and the text as its description. */
export function PlayerLayout({ post }: { post: ShownPost }) {
  const { account, preview, files, coverMs, at } = post;
  const [file] = files;
  const [part] = preview.parts;
  return (
    <>
      <div className={classes.player}>
        {file ? <Picture file={file} coverMs={coverMs} /> : <Missing what={t`Add a video`} />}
      </div>
      <div className={classes.about}>
        <p className={classes.title}>{preview.title}</p>
        <div className={classes.channel}>
          <StackedHead account={account} at={at} avatarSize={36} under="handle" />
          <span className={classes.pill} aria-hidden>
            <Trans>Subscribe</Trans>
          </span>
        </div>
        <Actions
          of={[{ icon: ThumbsupIcon }, { icon: ThumbsdownIcon }, { icon: ShareAndroidIcon, label: t`Share` }]}
          kind="pills"
          size={16}
        />
        <div className={classes.description}>
          <span className={names.name}>
            <PostTime at={at} />
          </span>
          {part && part.text !== '' && (
            <RichText text={part.text} entities={part.entities} fold={{ lines: 3, perLine: 60, label: 'more' }} />
          )}
        </div>
      </div>
    </>
  );
}

/** A message of a channel. A text too long for a caption is a separate message. */
export function ChatLayout({ post }: { post: ShownPost }) {
  const { account, preview, files, coverMs, at } = post;
  const [part] = preview.parts;
  const text = part && part.text !== '' && <RichText text={part.text} entities={part.entities} />;
  const time = (
    <span className={classes.bubbleTime}>
      <PostTime at={at} />
    </span>
  );
  const name = <span className={classes.bubbleName}>{nameOf(account)}</span>;
  const isApart = preview.textFollowsFiles;
  return (
    <div className={classes.chat}>
      <PostAvatar account={account} size={34} />
      <div className={classes.bubbles}>
        <div className={classes.bubble}>
          {name}
          {files.length > 0 && (
            <div className={classes.bubbleMedia}>
              <MediaGrid files={files} coverMs={coverMs} most={5} />
            </div>
          )}
          {!isApart && text}
          {preview.cardUrl && files.length === 0 && <LinkCard url={preview.cardUrl} kind="quote" />}
          {time}
        </div>
        {isApart && (
          <div className={classes.bubble}>
            {text}
            {time}
          </div>
        )}
      </div>
    </div>
  );
}

/** An image with rounded corners, and title and text below. */
export function PinLayout({ post }: { post: ShownPost }) {
  const { account, preview, files, coverMs } = post;
  const [part] = preview.parts;
  return (
    <div className={classes.pin}>
      {files.length > 0 ? <Carousel files={files} coverMs={coverMs} /> : <Missing what={t`Add an image or a video`} />}
      <div className={classes.pinBar} aria-hidden>
        <HeartIcon size={20} />
        <UploadIcon size={20} />
        <KebabHorizontalIcon size={20} />
        <span className={classes.pill}>
          <Trans>Save</Trans>
        </span>
      </div>
      {preview.title !== null && <p className={classes.title}>{preview.title}</p>}
      {part && part.text !== '' && (
        <RichText text={part.text} entities={part.entities} fold={{ lines: 2, perLine: 52, label: 'more' }} />
      )}
      <div className={names.head}>
        <PostAvatar account={account} size={32} />
        <span className={names.name}>{nameOf(account)}</span>
      </div>
    </div>
  );
}
