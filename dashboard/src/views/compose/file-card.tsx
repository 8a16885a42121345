import { ActionIcon, Button, Center, Group, Image, Paper, Progress, Stack, Text, Textarea } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, DeviceCameraVideoIcon, FileMediaIcon, TrashIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { platformName } from '../../parts/platform.js';
import type { DraftFile } from './draft.js';
import { keptFile } from './kept-files.js';
import type { Upload } from './use-uploads.js';

interface FileCardProps {
  file: DraftFile;
  place: { index: number; count: number };
  upload: Upload | undefined;
  onMove: (to: number) => void;
  onDescribe: (altText: string) => void;
  onRemove: () => void;
  onRetry: () => void;
  /** The platforms that take the image as JPEG only. */
  refusing: string[];
  /** Whether it could be converted. */
  onConvert: () => Promise<boolean>;
}

/** A file, with what it shows in words and its place among the others. */
export function FileCard({
  file,
  place,
  upload,
  onMove,
  onDescribe,
  onRemove,
  onRetry,
  refusing,
  onConvert,
}: FileCardProps) {
  const { name, mediaId, correction, problem, altText } = file;
  const { index, count } = place;
  return (
    <Paper component="article" aria-label={name} withBorder p="xs">
      <Stack gap="xs">
        <Group wrap="nowrap" justify="space-between" gap="xs">
          <Thumbnail file={file} />
          <Text size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="default"
              aria-label={`Move ${name} up`}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            >
              <ArrowUpIcon />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={`Move ${name} down`}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              <ArrowDownIcon />
            </ActionIcon>
            <ActionIcon variant="default" aria-label={`Remove ${name}`} onClick={onRemove}>
              <TrashIcon />
            </ActionIcon>
          </Group>
        </Group>
        {mediaId === null && <Sending name={name} upload={upload} onRetry={onRetry} />}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        {correction && (
          <Text size="sm" c="dimmed">
            {correction}.
          </Text>
        )}
        {refusing.length > 0 && <Convert file={file} refusing={refusing} onConvert={onConvert} />}
        <Textarea
          label="Alternative text"
          description={`What ${name} shows, for those who cannot see it`}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={10_000}
          value={altText}
          onChange={({ currentTarget }) => onDescribe(currentTarget.value)}
        />
      </Stack>
    </Paper>
  );
}

function Sending({ name, upload, onRetry }: { name: string; upload: Upload | undefined; onRetry: () => void }) {
  if (!upload) return null;
  const { progress, failure } = upload;
  if (failure === null) {
    return (
      <Progress.Root size="sm">
        <Progress.Section value={progress * 100} aria-label={`Upload of ${name}`} />
      </Progress.Root>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {failure}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Upload again
      </Button>
    </Group>
  );
}

function Convert({
  file: { name, mimeType },
  refusing,
  onConvert,
}: Pick<FileCardProps, 'file' | 'refusing' | 'onConvert'>) {
  const [state, setState] = useState<'offered' | 'running' | 'failed'>('offered');
  const format = mimeType?.split('/')[1]?.toUpperCase();
  const convert = async () => {
    setState('running');
    if (!(await onConvert())) setState('failed');
  };
  return (
    <Group gap="xs">
      <Text size="sm">
        {names.format(refusing.map(platformName))} {refusing.length === 1 ? 'does' : 'do'} not accept {format} images.
        {format === 'GIF' && ' A JPEG has the first frame only.'}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Convert to JPEG: ${name}`}
        loading={state === 'running'}
        onClick={convert}
      >
        Convert to JPEG
      </Button>
      {state === 'failed' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          This browser cannot convert it. Save it as JPEG, and add it again.
        </Text>
      )}
    </Group>
  );
}

const names = new Intl.ListFormat('en');

/** From this browser where it has the bytes. */
function Thumbnail({ file: { key, type, url, problem } }: { file: DraftFile }) {
  const [local, setLocal] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    if (type === 'IMAGE' && url === null) {
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
  }, [key, type, url]);
  const source = type === 'IMAGE' && problem === null ? (url ?? local) : null;
  if (source) return <Image src={source} alt="" w={48} h={48} fit="cover" radius="sm" />;
  const Icon = type === 'VIDEO' ? DeviceCameraVideoIcon : FileMediaIcon;
  return (
    <Center w={48} h={48}>
      <Icon size={24} />
    </Center>
  );
}
