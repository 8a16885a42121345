import { t } from '@lingui/core/macro';
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react';
import { useState } from 'react';
import classes from './media.module.css';
import { Picture } from './picture.js';
import type { ShownFile } from './preview.types.js';

interface MediaProps {
  files: readonly ShownFile[];
  coverMs: number | null;
}

/** Of a single image: taller and wider ones are cut by the feeds. */
const RATIOS = { min: 3 / 4, max: 2 };
const UNKNOWN_RATIO = 16 / 9;

const within = (ratio: number | null, { min, max } = RATIOS): number =>
  Math.min(max, Math.max(min, ratio ?? UNKNOWN_RATIO));

interface GridProps extends MediaProps {
  /** Files that are shown; the last shows how many more the post has. */
  most: 4 | 5;
}

/** One file as it is, or several in a grid. */
export function MediaGrid({ files, coverMs, most }: GridProps) {
  const [first] = files;
  if (!first) return null;
  const shown = files.slice(0, most);
  return (
    <div
      className={classes.grid}
      data-count={shown.length}
      style={{ aspectRatio: shown.length === 1 ? within(first.ratio) : undefined }}
    >
      {shown.map((file, index) => (
        <div key={file.key} className={classes.cell}>
          <Picture file={file} coverMs={coverMs} />
          {index === most - 1 && files.length > most && <span className={classes.further}>+{files.length - most}</span>}
        </div>
      ))}
    </div>
  );
}

/** Files in a row that scrolls. */
export function MediaRow({ files, coverMs }: MediaProps) {
  if (files.length < 2) return <MediaGrid files={files} coverMs={coverMs} most={4} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard.
    <section className={classes.row} tabIndex={0} aria-label={t`Files`}>
      {files.map((file) => (
        <div key={file.key} className={classes.cell} style={{ aspectRatio: within(file.ratio) }}>
          <Picture file={file} coverMs={coverMs} />
        </div>
      ))}
    </section>
  );
}

/** One file at a time, in the frame of the first. */
export function Carousel({ files, coverMs }: MediaProps) {
  const [position, setPosition] = useState(0);
  const index = Math.min(position, files.length - 1);
  const file = files[index];
  if (!file) return null;
  return (
    <div
      className={classes.carousel}
      style={{ aspectRatio: within(files[0]?.ratio ?? 4 / 5, { min: 4 / 5, max: 1.91 }) }}
    >
      <Picture key={file.key} file={file} coverMs={coverMs} />
      {files.length > 1 && (
        <>
          <span className={classes.position}>
            {index + 1}/{files.length}
          </span>
          {index > 0 && (
            <button
              type="button"
              className={classes.previous}
              aria-label={t`Previous file`}
              onClick={() => setPosition(index - 1)}
            >
              <ChevronLeftIcon />
            </button>
          )}
          {index < files.length - 1 && (
            <button
              type="button"
              className={classes.next}
              aria-label={t`Next file`}
              onClick={() => setPosition(index + 1)}
            >
              <ChevronRightIcon />
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** The positions of a carousel. */
export const Dots = ({ count }: { count: number }) =>
  count > 1 && (
    <span className={classes.dots} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is a position.
        <span key={index} data-first={index === 0 || undefined} />
      ))}
    </span>
  );
