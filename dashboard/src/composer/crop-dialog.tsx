import { Button, Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core';
import { type PointerEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import type { DraftFile } from './draft.js';
import { type Crop, centred } from './edit-image.js';
import { nameOfRatio, RATIOS } from './file-issues.js';
import { useFileAddress } from './file-preview.js';
import classes from './files.module.css';

interface CropDialogProps {
  file: DraftFile;
  /** The ratio to begin with. */
  ratio: number;
  onCrop: (crop: Crop) => void;
  onClose: () => void;
}

/** Chooses what of an image is shown: a ratio, and the part by dragging or with sliders. */
export function CropDialog({ file, ratio, onCrop, onClose }: CropDialogProps) {
  const { key, name, url, original, problem } = file;
  const address = useFileAddress(original ? { key: original.key, url: null, problem: null } : { key, url, problem });
  const [crop, setCrop] = useState<Crop>(() => centred(ratio));
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const shown = RATIOS.some((known) => known.ratio === ratio)
    ? RATIOS
    : [{ name: nameOfRatio(ratio), ratio }, ...RATIOS];
  const isTooWide = size !== null && size.width / size.height > crop.ratio;
  // The image covers the frame; in percent of the frame.
  const imageRatio = size ? size.width / size.height : crop.ratio;
  const width = (isTooWide ? (imageRatio / crop.ratio) * 100 : 100) * crop.zoom;
  const height = (isTooWide ? 100 : (crop.ratio / imageRatio) * 100) * crop.zoom;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    const frame = event.currentTarget.getBoundingClientRect();
    const moved = (by: number, of: number, percent: number) => (percent > 100 ? -by / (of * (percent / 100 - 1)) : 0);
    setCrop((before) => ({
      ...before,
      x: within(before.x + moved(event.movementX, frame.width, width)),
      y: within(before.y + moved(event.movementY, frame.height, height)),
    }));
  };
  const slider = (label: string, axis: 'x' | 'y' | 'zoom', min: number, max: number) => (
    <div>
      <Text size="sm">{label}</Text>
      <Slider
        thumbLabel={label}
        label={null}
        min={min}
        max={max}
        step={0.01}
        value={crop[axis]}
        onChange={(value) => setCrop((before) => ({ ...before, [axis]: value }))}
      />
    </div>
  );
  return (
    <Dialog title={`Crop ${name}`} onClose={onClose}>
      <Stack>
        <SegmentedControl
          aria-label="Ratio of the sides"
          data={shown.map((known) => ({ value: String(known.ratio), label: known.name }))}
          value={String(crop.ratio)}
          onChange={(value) => setCrop((before) => ({ ...before, ratio: Number(value) }))}
        />
        <div
          className={classes.cropFrame}
          style={{ aspectRatio: crop.ratio, maxWidth: `calc(50vh * ${crop.ratio})` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        >
          {address && (
            <img
              src={address}
              alt=""
              draggable={false}
              style={{
                width: `${width}%`,
                height: `${height}%`,
                left: `${(100 - width) * crop.x}%`,
                top: `${(100 - height) * crop.y}%`,
              }}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setSize({ width: naturalWidth, height: naturalHeight })
              }
            />
          )}
        </div>
        {slider('Zoom', 'zoom', 1, 4)}
        {slider('Left to right', 'x', 0, 1)}
        {slider('Top to bottom', 'y', 0, 1)}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={size === null}
            onClick={() => {
              onClose();
              onCrop(crop);
            }}
          >
            Crop
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const within = (value: number): number => Math.min(1, Math.max(0, value));
