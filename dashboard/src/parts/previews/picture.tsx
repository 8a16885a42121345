import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileMediaIcon, PlayIcon } from '@primer/octicons-react';
import { useId, useRef, useState } from 'react';
import classes from './picture.module.css';
import type { PreviewArea, ShownFile } from './preview.types.js';

interface FileProps {
  file: ShownFile;
  coverMs?: number | null;
}

/** An image or video that fills its frame, with its alternative text on demand. */
export const Picture = ({ file, coverMs = null }: FileProps) => (
  <div className={classes.picture}>
    {file.source === null ? (
      <span className={classes.unseen}>
        <FileMediaIcon size={24} />
        {file.name}
      </span>
    ) : file.type === 'VIDEO' ? (
      <Video source={file.source} name={file.name} coverMs={coverMs} />
    ) : (
      <Image file={file} />
    )}
    {file.altText !== '' && <AlternativeText text={file.altText} name={file.name} />}
  </div>
);

/** The image fills its frame around its centre; of another area, the view of a drawing does. */
function Image({ file }: { file: ShownFile }) {
  const { source, area, ratio, name } = file;
  const label = file.altText || name;
  if (!area || ratio === null || isCentred(area)) return <img src={source ?? ''} alt={label} loading="lazy" />;
  // The area has a height of 1.
  const [width, height] = [ratio / area.width, 1 / area.height];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${area.x * width} ${area.y * height} ${ratio} 1`}
      preserveAspectRatio="xMidYMid slice"
    >
      <image href={source ?? ''} width={width} height={height} preserveAspectRatio="none" />
    </svg>
  );
}

/** Whether it is what is left when one side is cut around the centre. */
const isCentred = ({ x, y, width, height }: PreviewArea): boolean =>
  Math.max(width, height) > 0.999 && Math.abs(x - (1 - width) / 2) < 0.005 && Math.abs(y - (1 - height) / 2) < 0.005;

function Video({ source, name, coverMs }: { source: string; name: string; coverMs: number | null }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const toggle = () => {
    const { current } = video;
    if (!current) return;
    // A file that this browser cannot decode stays at its cover.
    if (current.paused) void current.play().catch(() => setPlaying(false));
    else current.pause();
  };
  return (
    <>
      {/* A preview of the file alone: captions are the platform's. */}
      <video
        key={source}
        ref={video}
        src={`${source}#t=${(coverMs ?? 100) / 1000}`}
        muted
        playsInline
        preload="metadata"
        tabIndex={-1}
        aria-label={name}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <button
        type="button"
        className={classes.play}
        data-playing={isPlaying || undefined}
        aria-label={isPlaying ? t`Pause ${name}` : t`Play ${name}`}
        onClick={toggle}
      >
        <PlayIcon size={24} />
      </button>
    </>
  );
}

function AlternativeText({ text, name }: { text: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      {isOpen && (
        <p id={id} className={classes.alt}>
          {text}
        </p>
      )}
      <button
        type="button"
        className={classes.altButton}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t`ALT: alternative text of ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>ALT</Trans>
      </button>
    </>
  );
}
