import { Center } from '@mantine/core';
import { DeviceCameraVideoIcon, FileMediaIcon } from '@primer/octicons-react';
import { type Ref, useEffect, useState } from 'react';
import type { DraftFile } from './draft.js';
import classes from './files.module.css';
import { keptFile } from './kept-files.js';

/** The address of a file: from the service, or before it is uploaded from this browser; null if neither has it. */
export function useFileAddress({ key, url, problem }: Pick<DraftFile, 'key' | 'url' | 'problem'>): string | null {
  const [local, setLocal] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    if (url === null) {
      void keptFile(key).then((bytes) => {
        if (!bytes || isOver) return;
        made = URL.createObjectURL(bytes);
        setLocal(made);
      });
    }
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [key, url]);
  return problem === null ? (url ?? local) : null;
}

interface FilePreviewProps {
  file: DraftFile;
  video?: Ref<HTMLVideoElement>;
  onDuration?: (seconds: number) => void;
}

/** The image, or a player of the video. */
export function FilePreview({ file, video, onDuration }: FilePreviewProps) {
  const address = useFileAddress(file);
  const { type, name } = file;
  if (!address) {
    const Icon = type === 'VIDEO' ? DeviceCameraVideoIcon : FileMediaIcon;
    return (
      <Center className={classes.picture}>
        <Icon size={24} />
      </Center>
    );
  }
  if (type === 'IMAGE') return <img src={address} alt="" className={classes.picture} draggable={false} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the author's own file, before it is published.
    <video
      ref={video}
      src={address}
      aria-label={name}
      controls
      playsInline
      preload="metadata"
      className={classes.picture}
      onLoadedMetadata={({ currentTarget: { duration } }) => Number.isFinite(duration) && onDuration?.(duration)}
    />
  );
}
