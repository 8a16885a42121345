import { NumberInput } from '@mantine/core';
import type { DraftState } from './use-draft.js';

/** Platforms that take the cover of a video from the post. */
const WITH_COVER = ['photogram', 'shortvideo'];

interface CoverFieldProps extends Pick<DraftState, 'draft' | 'change'> {
  /** The platforms of the chosen accounts, by their keys. */
  chosen: ReadonlySet<string>;
}

/** The frame of a video that is its cover, where a chosen platform shows one. */
export function CoverField({ draft: { files, coverMs }, change, chosen }: CoverFieldProps) {
  const isShown = files.some(({ type }) => type === 'VIDEO') && WITH_COVER.some((platform) => chosen.has(platform));
  return (
    isShown && (
      <NumberInput
        label="Cover of the video, in seconds from its start"
        description="Photogram and Shortvideo show this frame; empty: they choose one"
        min={0}
        max={86_400}
        decimalScale={3}
        step={0.5}
        allowNegative={false}
        value={coverMs === null ? '' : coverMs / 1000}
        onChange={(value) => change({ coverMs: typeof value === 'number' ? Math.round(value * 1000) : null })}
      />
    )
  );
}
