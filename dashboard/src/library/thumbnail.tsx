import { t } from '@lingui/core/macro';
import type { LibraryFile } from './library.operations.js';
import classes from './thumbnail.module.css';

interface ThumbnailProps {
  file: Pick<LibraryFile, 'type' | 'url' | 'thumbnailUrl' | 'altText'>;
}

/** A file in a square, beside its name. Of a video, the first frame. */
export const Thumbnail = ({ file: { type, url, thumbnailUrl, altText } }: ThumbnailProps) =>
  type === 'VIDEO' ? (
    <video className={classes.thumbnail} src={url} preload="metadata" muted aria-label={altText ?? t`Video`} />
  ) : (
    <img className={classes.thumbnail} src={thumbnailUrl ?? url} alt={altText ?? ''} loading="lazy" decoding="async" />
  );
