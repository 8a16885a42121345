import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useWindowEvent } from '@mantine/hooks';
import { LinkIcon, UploadIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import type { Issue } from './compose.operations.js';
import { FileByAddress } from './file-by-address.js';
import { FileCard } from './file-card.js';
import { Issues } from './issues.js';
import { platformsForJpeg } from './jpeg.js';
import type { DraftState } from './use-draft.js';
import type { Uploads } from './use-uploads.js';

interface FilesFieldProps extends Pick<DraftState, 'draft' | 'change'> {
  uploads: Uploads;
  /** Why files wait; null if they are uploaded at once. */
  waiting: string | null;
  issues: Issue[];
}

/** Images and videos: by drop, paste or choice; in their order, with alternative texts. */
export function FilesField({ draft, change, uploads, waiting, issues }: FilesFieldProps) {
  const open = useRef<() => void>(null);
  const [refused, setRefused] = useState<string[]>([]);
  const add = (files: File[]) => {
    setRefused([]);
    if (files.length > 0) uploads.add(files);
  };
  useWindowEvent('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => /^(image|video)\//.test(type));
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  const [isAsking, setAsking] = useState(false);
  const { files } = draft;
  const move = (from: number, to: number) => {
    const moved = files.toSpliced(from, 1);
    change({ files: moved.toSpliced(to, 0, ...files.slice(from, from + 1)) });
  };
  return (
    <Stack gap="xs">
      <Dropzone
        openRef={open}
        accept={['image/*', 'video/*']}
        activateOnClick={false}
        activateOnKeyboard={false}
        onDrop={add}
        onReject={(rejections) => setRefused(rejections.map(({ file }) => file.name))}
        inputProps={{ 'aria-label': 'Images and videos' }}
        p="sm"
        styles={{ inner: { pointerEvents: 'all' } }}
      >
        <Group gap="sm" justify="center">
          <Button variant="default" size="xs" leftSection={<UploadIcon />} onClick={() => open.current?.()}>
            Add images or a video
          </Button>
          <Text size="sm" c="dimmed">
            or drop or paste them
          </Text>
          <Button variant="default" size="xs" leftSection={<LinkIcon />} onClick={() => setAsking(true)}>
            Add from the web
          </Button>
        </Group>
      </Dropzone>
      {isAsking && <FileByAddress onAdd={uploads.addFrom} onClose={() => setAsking(false)} />}
      <Box role="status">
        {refused.length > 0 && (
          <Text size="sm" c="var(--mantine-color-error)">
            Neither an image nor a video: {refused.join(', ')}
          </Text>
        )}
        {waiting !== null && files.some(({ mediaId }) => mediaId === null) && (
          <Text size="sm" c="dimmed">
            {waiting}
          </Text>
        )}
      </Box>
      {files.map((file, index) => (
        <FileCard
          key={file.key}
          file={file}
          place={{ index, count: files.length }}
          upload={uploads.states[file.key]}
          onMove={(to) => move(index, to)}
          onDescribe={(altText) =>
            change((before) => ({
              files: before.files.map((other) => (other.key === file.key ? { ...other, altText } : other)),
            }))
          }
          onRemove={() => uploads.remove(file.key)}
          onRetry={() => uploads.retry(file.key)}
          refusing={platformsForJpeg(file, issues)}
          onConvert={() => uploads.convert(file.key)}
        />
      ))}
      <Issues label="About the files" issues={issues} />
    </Stack>
  );
}
