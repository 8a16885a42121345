import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Menu, Paper, Progress, Stack, Text, Textarea } from '@mantine/core';
import { ArrowLeftIcon, ArrowRightIcon, KebabHorizontalIcon, TrashIcon } from '@primer/octicons-react';
import { type DragEvent, lazy, memo, Suspense, useCallback, useRef, useState } from 'react';
import { formatList } from '../parts/formats.js';
import { type Platform, platformName } from '../parts/platform.js';
import type { Issue, Settings } from './compose.operations.js';
import { CoverPicker } from './cover-picker.js';
import type { DraftFile } from './draft.js';
import { toJpeg } from './edit-image.js';
import { isAbout, nameOfRatio, wantedRatio, wantsJpeg } from './file-issues.js';
import { FilePreview } from './file-preview.js';
import classes from './files.module.css';
import { centred, type Framing, withFraming } from './framings.js';
import { type Fix, Issues } from './issues.js';
import type { Upload, Uploads } from './use-uploads.js';

const FrameDialog = lazy(() => import('./frame-dialog.js'));

interface FileCardProps {
  file: DraftFile;
  index: number;
  count: number;
  upload: Upload | undefined;
  uploads: Pick<Uploads, 'edit' | 'restore' | 'remove' | 'retry'>;
  /** Of all files. */
  issues: Issue[];
  /** Undefined: no chosen platform shows one. */
  coverMs: number | null | undefined;
  onCover: (coverMs: number | null) => void;
  onMove: (from: number, to: number) => void;
  onDescribe: (key: string, altText: string) => void;
  /** Of the chosen accounts. */
  platforms: readonly Platform[];
  settings: Settings;
  onFrame: (key: string, framings: readonly Framing[]) => void;
}

/** The drag's own type: a file from outside of the page is another. */
const DRAGGED = 'application/x-composer-file';

/** A file with its picture, its words, its position among the others, and its problems with their repairs. */
export const FileCard = memo(function FileCard(props: FileCardProps) {
  const { file, index, count, upload, uploads, issues, coverMs, onCover, onMove, onDescribe } = props;
  const { platforms, settings, onFrame } = props;
  const { key, name, type, mediaId, correction, problem, altText, mimeType, original, framings = [] } = file;
  const video = useRef<HTMLVideoElement>(null);
  const [isTarget, setTarget] = useState(false);
  const [played, setPlayed] = useState<number | null>(null);
  const duration = file.metadata?.duration ?? played;
  const [isFraming, setFraming] = useState(false);
  const [state, setState] = useState<'idle' | 'editing' | 'failed'>('idle');
  const edit = useCallback(
    async (...edited: Parameters<Uploads['edit']>) => {
      setState('editing');
      setState((await uploads.edit(...edited)) ? 'idle' : 'failed');
    },
    [uploads],
  );
  const crop = (platform: Platform, ratio: number, { width, height }: { width: number; height: number }) =>
    onFrame(key, withFraming(framings, { platform, crop: centred(ratio / (width / height)), focus: null }));
  const fixOf = (issue: Issue): Fix | null => {
    const ratio = wantedRatio(issue);
    const { width = null, height = null } = file.metadata ?? {};
    const { platform } = issue;
    if (ratio !== null && platform && width && height) {
      return { label: t`Crop to ${nameOfRatio(ratio)}`, run: () => crop(platform, ratio, { width, height }) };
    }
    if (wantsJpeg(issue)) return { label: t`Convert to JPEG`, run: () => edit(key, 'current', toJpeg) };
    return issue.severity === 'ERROR' ? { label: t`Remove`, run: () => uploads.remove(key) } : null;
  };
  const about = issues.filter((issue) => isAbout(issue, file));
  // The check of the post quotes it.
  const isSaid = problem !== null && about.some(({ message }) => message.includes(problem));
  const framedFor = formatList(framings.map(({ platform }) => (platform ? platformName(platform) : t`all platforms`)));
  const isImage = type === 'IMAGE';
  const isStill = isImage && problem === null && mimeType !== 'image/gif';
  const isConvertible = isStill && !file.source;
  const drop = (event: DragEvent) => {
    setTarget(false);
    const from = Number(event.dataTransfer.getData(DRAGGED));
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(from, index);
  };
  return (
    <Paper
      component="article"
      aria-label={name}
      withBorder
      className={classes.file}
      data-target={isTarget || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, String(index));
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <FilePreview file={file} video={video} onDuration={setPlayed} />
      <Stack gap={6} className={classes.fileBody}>
        <Group wrap="nowrap" gap={2}>
          <Text size="sm" fw={500} flex={1} truncate title={name}>
            {name}
          </Text>
          <Move name={name} isEnabled={index > 0} to="earlier" onMove={() => onMove(index, index - 1)} />
          <Move name={name} isEnabled={index < count - 1} to="later" onMove={() => onMove(index, index + 1)} />
          {isStill && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={t`Edit ${name}`} loading={state === 'editing'}>
                  <KebabHorizontalIcon />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setFraming(true)}>
                  <Trans>Crop and focus…</Trans>
                </Menu.Item>
                {isConvertible && mimeType !== 'image/jpeg' && (
                  <Menu.Item onClick={() => void edit(key, 'current', toJpeg)}>
                    <Trans>Convert to JPEG</Trans>
                  </Menu.Item>
                )}
                {original && (
                  <Menu.Item onClick={() => uploads.restore(key)}>
                    <Trans>Restore the original</Trans>
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={t`Remove ${name}`} onClick={() => uploads.remove(key)}>
            <TrashIcon />
          </ActionIcon>
        </Group>
        {mediaId === null && upload && <Sending name={name} upload={upload} onRetry={() => uploads.retry(key)} />}
        {problem && !isSaid && (
          <Text size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        {framings.length > 0 && (
          <Text size="xs" c="dimmed">
            <Trans>Framed for {framedFor}.</Trans>
          </Text>
        )}
        {correction && (
          <Text size="xs" c="dimmed">
            {correction}.
          </Text>
        )}
        <Textarea
          aria-label={t`Alternative text of ${name}`}
          placeholder={t`Describe it for those who cannot see it`}
          size="sm"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={10_000}
          value={altText}
          onChange={({ currentTarget }) => onDescribe(key, currentTarget.value)}
        />
        {coverMs !== undefined && duration !== null && type === 'VIDEO' && (
          <CoverPicker coverMs={coverMs} duration={duration} video={video} onPick={onCover} />
        )}
        <Issues label={t`About ${name}`} issues={about} fixOf={fixOf} />
        {state === 'failed' && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            <Trans>This browser cannot change it. Change it in another program, and add it again.</Trans>
          </Text>
        )}
      </Stack>
      {isFraming && (
        <Suspense>
          <FrameDialog
            file={file}
            platforms={platforms}
            settings={settings}
            onFrame={(chosen) => onFrame(key, chosen)}
            onClose={() => setFraming(false)}
          />
        </Suspense>
      )}
    </Paper>
  );
});

interface MoveProps {
  name: string;
  to: 'earlier' | 'later';
  isEnabled: boolean;
  onMove: () => void;
}

const Move = ({ name, to, isEnabled, onMove }: MoveProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={to === 'earlier' ? t`Move ${name} earlier` : t`Move ${name} later`}
    disabled={!isEnabled}
    onClick={onMove}
  >
    {to === 'earlier' ? <ArrowLeftIcon /> : <ArrowRightIcon />}
  </ActionIcon>
);

function Sending({ name, upload, onRetry }: { name: string; upload: Upload; onRetry: () => void }) {
  const { progress, failure } = upload;
  if (failure === null) {
    return (
      <Progress.Root size="sm">
        <Progress.Section value={progress * 100} aria-label={t`Upload of ${name}`} />
      </Progress.Root>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {failure}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        <Trans>Upload again</Trans>
      </Button>
    </Group>
  );
}
