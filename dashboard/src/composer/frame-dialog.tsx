import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import { type Platform, platformName } from '../parts/platform.js';
import type { Settings } from './compose.operations.js';
import type { DraftFile } from './draft.js';
import { useFileAddress } from './file-preview.js';
import classes from './files.module.css';
import {
  CENTRE,
  type Crop,
  centred,
  type Framing,
  framingFor,
  moved,
  movedPoint,
  type Point,
  resized,
  WHOLE,
  withFraming,
} from './framings.js';
import { Percent } from './percent.js';
import { presetsFor } from './ratio-presets.js';

interface FrameDialogProps {
  file: DraftFile;
  /** Of the chosen accounts. */
  platforms: readonly Platform[];
  settings: Settings;
  onFrame: (framings: Framing[]) => void;
  onClose: () => void;
}

const ALL = 'ALL';
const FREE = 'Free';
/** Of an arrow key. */
const STEP = 0.01;
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Chooses what of an image is sent, and its focus: for all platforms, or for one. */
export default function FrameDialog({ file, platforms, settings, onFrame, onClose }: FrameDialogProps) {
  const address = useFileAddress(file);
  const [framings, setFramings] = useState<readonly Framing[]>(file.framings ?? []);
  const [platform, setPlatform] = useState<Platform | null>(null);
  const [mode, setMode] = useState('Crop');
  const [ratio, setRatio] = useState<number | null>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const own = framingFor(framings, platform);
  const used = own ?? framingFor(framings, null);
  const crop = used?.crop ?? WHOLE;
  const focus = used?.focus ?? CENTRE;
  const shape = ratio !== null && size ? ratio / (size.width / size.height) : null;
  const frame = (changes: Partial<Pick<Framing, 'crop' | 'focus'>>) =>
    setFramings(withFraming(framings, { platform, crop, focus, ...changes }));
  const change = (by: Point, isResized: boolean) => {
    if (mode === 'Focus') frame({ focus: movedPoint(focus, by) });
    else frame({ crop: isResized ? resized(crop, by, shape) : moved(crop, by) });
  };
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    change(by, event.shiftKey);
  };
  const drag = (isResized: boolean) => (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    event.stopPropagation();
    const picture = event.currentTarget.closest(`.${classes.framed}`)?.getBoundingClientRect();
    if (picture) change({ x: event.movementX / picture.width, y: event.movementY / picture.height }, isResized);
  };
  const hold = (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const known = framings.flatMap((one) => one.platform ?? []);
  const targets = [...new Set([...platforms, ...known])];
  const presets = presetsFor(platform === null ? targets : [platform], settings);
  const choose = (value: string) => {
    setPlatform(targets.find((one) => one === value) ?? null);
    // Another platform may not take it.
    setRatio(null);
  };
  return (
    <Dialog title={t`Frame ${file.name}`} size="lg" onClose={onClose}>
      <Stack>
        <Group align="end">
          <NativeSelect
            label={t`For`}
            data={[
              { value: ALL, label: t`All platforms` },
              ...targets.map((value) => ({ value, label: platformName(value) })),
            ]}
            value={platform ?? ALL}
            onChange={({ currentTarget: { value } }) => choose(value)}
          />
          <SegmentedControl
            aria-label={t`What to choose`}
            data={[
              { value: 'Crop', label: t`Crop` },
              { value: 'Focus', label: t`Focus` },
            ]}
            value={mode}
            onChange={setMode}
          />
        </Group>
        {mode === 'Crop' && (
          <SegmentedControl
            aria-label={t`Ratio of the sides`}
            data={[
              { value: FREE, label: t({ message: 'Free', context: 'ratio' }) },
              ...presets.map(({ name }) => name),
            ]}
            value={presets.find((one) => one.ratio === ratio)?.name ?? FREE}
            onChange={(name) => {
              const chosen = presets.find((one) => one.name === name)?.ratio ?? null;
              setRatio(chosen);
              if (chosen !== null && size) frame({ crop: centred(chosen / (size.width / size.height)) });
            }}
          />
        )}
        <div className={classes.framed}>
          {address && (
            <img
              src={address}
              alt=""
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            />
          )}
          {mode === 'Crop' ? (
            <>
              <button
                type="button"
                className={classes.cropArea}
                style={inPercent(crop)}
                aria-label={t`Crop area`}
                aria-describedby="frame-keys"
                onKeyDown={press}
                onPointerDown={hold}
                onPointerMove={drag(false)}
              />
              <span
                className={classes.cropCorner}
                style={{ left: `${100 * (crop.x + crop.width)}%`, top: `${100 * (crop.y + crop.height)}%` }}
                onPointerDown={hold}
                onPointerMove={drag(true)}
              />
            </>
          ) : (
            <button
              type="button"
              className={classes.focusPoint}
              style={{ left: `${100 * focus.x}%`, top: `${100 * focus.y}%` }}
              aria-label={t`Focus`}
              aria-describedby="frame-keys"
              onKeyDown={press}
              onPointerDown={hold}
              onPointerMove={drag(false)}
            />
          )}
        </div>
        <Text id="frame-keys" size="sm" c="dimmed">
          {mode === 'Crop'
            ? t`Drag the area, or move it with the arrow keys. Shift and the arrow keys change its size.`
            : t`Drag the point to what has to stay visible, or move it with the arrow keys.`}
        </Text>
        {mode === 'Crop' ? (
          <Group grow>
            <Percent
              label={t({ message: 'Left', context: 'position' })}
              value={crop.x}
              max={1 - crop.width}
              onChange={(x) => frame({ crop: { ...crop, x } })}
            />
            <Percent
              label={t({ message: 'Top', context: 'position' })}
              value={crop.y}
              max={1 - crop.height}
              onChange={(y) => frame({ crop: { ...crop, y } })}
            />
            <Percent
              label={t`Width`}
              value={crop.width}
              max={1 - crop.x}
              onChange={(width) => frame({ crop: resized(crop, { x: width - crop.width, y: 0 }, shape) })}
            />
            <Percent
              label={t`Height`}
              value={crop.height}
              max={1 - crop.y}
              onChange={(height) => frame({ crop: resized(crop, { x: 0, y: height - crop.height }, shape) })}
            />
          </Group>
        ) : (
          <Group grow>
            <Percent
              label={t`From the left`}
              value={focus.x}
              max={1}
              onChange={(x) => frame({ focus: { ...focus, x } })}
            />
            <Percent
              label={t`From the top`}
              value={focus.y}
              max={1}
              onChange={(y) => frame({ focus: { ...focus, y } })}
            />
          </Group>
        )}
        {platform !== null && !own && (
          <Text size="sm" c="dimmed">
            <Trans>{platformName(platform)} uses what is chosen for all platforms until you change it here.</Trans>
          </Text>
        )}
        <Group justify="space-between" className={classes.frameActions}>
          <Button
            variant="subtle"
            disabled={!own}
            onClick={() => {
              setFramings(framings.filter((one) => one !== own));
              setRatio(null);
            }}
          >
            <Trans>Reset</Trans>
          </Button>
          <Group>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              onClick={() => {
                onFrame([...framings]);
                onClose();
              }}
            >
              <Trans>Apply</Trans>
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

const inPercent = ({ x, y, width, height }: Crop) => ({
  left: `${100 * x}%`,
  top: `${100 * y}%`,
  width: `${100 * width}%`,
  height: `${100 * height}%`,
});
