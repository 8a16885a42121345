import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useWindowEvent } from '@mantine/hooks';
import { FileMediaIcon, LinkIcon } from '@primer/octicons-react';
import { memo, type RefObject, useCallback, useMemo, useState } from 'react';
import { formatList } from '../parts/formats.js';
import { PLATFORMS } from '../parts/platform.js';
import type { Issue, Settings } from './compose.operations.js';
import { WITH_COVER } from './cover-picker.js';
import type { DraftFile } from './draft.js';
import { FileByAddress } from './file-by-address.js';
import { FileCard } from './file-card.js';
import { isAbout } from './file-issues.js';
import classes from './files.module.css';
import type { Framing } from './framings.js';
import { Issues } from './issues.js';
import { LibraryPicker } from './library-picker.js';
import type { DraftState } from './use-draft.js';
import type { Uploads } from './use-uploads.js';

interface FilesFieldProps extends Pick<DraftState, 'change'> {
  files: DraftFile[];
  coverMs: number | null;
  /** The platforms of the chosen accounts, by their keys. */
  chosen: ReadonlySet<string>;
  settings: Settings;
  uploads: Uploads;
  /** Why files wait; null if they are uploaded immediately. */
  waiting: string | null;
  issues: Issue[];
  /** Opens the browser's choice of files. */
  open: RefObject<(() => void) | null>;
}

/** Images and videos: by drop, paste or choice; in their order, with alternative texts. */
export const FilesField = memo(function FilesField(props: FilesFieldProps) {
  const { files, coverMs, chosen, settings, change, uploads, waiting, issues, open } = props;
  const [refused, setRefused] = useState<string[]>([]);
  const add = (added: File[]) => {
    setRefused([]);
    if (added.length > 0) uploads.add(added);
  };
  useWindowEvent('paste', (event) => {
    const pasted = [...(event.clipboardData?.files ?? [])].filter(({ type }) => /^(image|video)\//.test(type));
    if (pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  });
  const [isPicking, setPicking] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const move = useCallback(
    (from: number, to: number) =>
      change(({ files: before }) => ({
        files: before.toSpliced(from, 1).toSpliced(to, 0, ...before.slice(from, from + 1)),
      })),
    [change],
  );
  const describe = useCallback(
    (key: string, altText: string) =>
      change(({ files: before }) => ({
        files: before.map((other) => (other.key === key ? { ...other, altText } : other)),
      })),
    [change],
  );
  const frame = useCallback(
    (key: string, framings: readonly Framing[]) =>
      change(({ files: before }) => ({
        files: before.map((other) => (other.key === key ? { ...other, framings } : other)),
      })),
    [change],
  );
  const platforms = useMemo(() => PLATFORMS.filter((platform) => chosen.has(platform.toLowerCase())), [chosen]);
  const cover = useCallback((picked: number | null) => change({ coverMs: picked }), [change]);
  const hasCover = WITH_COVER.some((platform) => chosen.has(platform));
  const general = issues.filter((issue) => !files.some((file) => isAbout(issue, file)));
  return (
    <Stack gap="xs">
      {files.length > 0 && (
        <div className={classes.files}>
          {files.map((file, index) => (
            <FileCard
              key={file.key}
              file={file}
              index={index}
              count={files.length}
              upload={uploads.states[file.key]}
              uploads={uploads}
              issues={issues}
              coverMs={hasCover ? coverMs : undefined}
              onCover={cover}
              onMove={move}
              onDescribe={describe}
              platforms={platforms}
              settings={settings}
              onFrame={frame}
            />
          ))}
        </div>
      )}
      <Dropzone
        openRef={open}
        accept={['image/*', 'video/*']}
        activateOnClick={false}
        activateOnKeyboard={false}
        onDrop={add}
        onReject={(rejections) => setRefused(rejections.map(({ file }) => file.name))}
        inputProps={{ 'aria-label': t`Images and videos` }}
        p="xs"
        styles={{ inner: { pointerEvents: 'all' } }}
      >
        <Group gap="sm" justify="center">
          <Text size="sm" c="dimmed">
            <Trans>Drop or paste images or a video here</Trans>
          </Text>
          <Button variant="subtle" size="compact-sm" leftSection={<LinkIcon />} onClick={() => setAsking(true)}>
            <Trans>Add from the web</Trans>
          </Button>
          <Button variant="subtle" size="compact-sm" leftSection={<FileMediaIcon />} onClick={() => setPicking(true)}>
            <Trans>From library</Trans>
          </Button>
        </Group>
      </Dropzone>
      {isPicking && <LibraryPicker onPick={uploads.addFromLibrary} onClose={() => setPicking(false)} />}
      {isAsking && <FileByAddress onAdd={uploads.addFrom} onClose={() => setAsking(false)} />}
      <Box role="status">
        {refused.length > 0 && (
          <Text size="sm" c="var(--mantine-color-error)">
            <Trans>Neither an image nor a video: {formatList(refused)}</Trans>
          </Text>
        )}
        {waiting !== null && files.some(({ mediaId }) => mediaId === null) && (
          <Text size="sm" c="dimmed">
            {waiting}
          </Text>
        )}
      </Box>
      <Issues label={t`About the files`} issues={general} />
    </Stack>
  );
});
