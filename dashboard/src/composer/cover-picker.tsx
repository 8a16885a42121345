import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { type RefObject, useId } from 'react';
import { formatTenths } from '../parts/formats.js';
import classes from './files.module.css';

/** Platforms that take the cover of a video from the post. */
export const WITH_COVER: readonly string[] = ['photogram', 'shortvideo'];

interface CoverPickerProps {
  /** Milliseconds from the start; null: the platform chooses. */
  coverMs: number | null;
  /** Seconds. */
  duration: number;
  video: RefObject<HTMLVideoElement | null>;
  onPick: (coverMs: number | null) => void;
}

/** Chooses the frame of a video that is its cover; the player above shows the frame. */
export function CoverPicker({ coverMs, duration, video, onPick }: CoverPickerProps) {
  const id = useId();
  const seconds = coverMs === null ? 0 : coverMs / 1000;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text component="label" htmlFor={id} size="sm" fw={500}>
          <Trans>Cover of the video</Trans>
        </Text>
        <Text size="xs" c="dimmed">
          {coverMs === null ? t`Chosen by the platform` : t`At ${formatTenths(seconds)} s`}
        </Text>
      </Group>
      <input
        id={id}
        type="range"
        className={classes.range}
        min={0}
        max={Math.floor(duration * 10) / 10}
        step={0.1}
        value={seconds}
        aria-valuetext={coverMs === null ? t`Chosen by the platform` : t`${formatTenths(seconds)} seconds`}
        onChange={({ currentTarget }) => {
          const at = Number(currentTarget.value);
          video.current?.pause();
          if (video.current) video.current.currentTime = at;
          onPick(Math.round(at * 1000));
        }}
      />
      {coverMs !== null && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onPick(null)}>
          <Trans>Let the platform choose</Trans>
        </Button>
      )}
    </div>
  );
}
