import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { LibraryFile } from '../../library/library.operations.js';
import { Thumbnail } from '../../library/thumbnail.js';
import { formatSize } from '../../parts/formats.js';
import { LabelChips } from '../../posts/label-chip.js';
import { DeleteFile } from './delete-file.js';
import { FileDialog } from './file-dialog.js';

interface FileCardProps {
  file: LibraryFile;
  mayWrite: boolean;
  onChanged: () => void;
}

const MEGABYTE = 1024 * 1024;

/** A file: what it is, and in how many posts. */
export function FileCard({ file, mayWrite, onChanged }: FileCardProps) {
  const { name, metadata, usedIn, labels, altText } = file;
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null);
  const { width, height, size } = metadata;
  const facts = [
    width !== null && height !== null && `${width} × ${height}`,
    // Less would be shown as zero.
    size !== null && Number(size) > MEGABYTE / 10 && formatSize(Number(size) / MEGABYTE, 'megabyte', 1),
  ].filter(Boolean);
  const uses = usedIn?.totalCount ?? 0;
  return (
    <Card component="li" withBorder padding="xs">
      <Thumbnail file={file} />
      <Text size="sm" fw={500} truncate mt={6} title={name}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {facts.join(', ')}
      </Text>
      <Group gap={4} my={4}>
        <Badge size="sm" variant="light" color={uses > 0 ? undefined : 'gray'}>
          {uses > 0 ? plural(uses, { one: 'In # post', other: 'In # posts' }) : t`Not used`}
        </Badge>
        {altText === null && (
          <Badge size="sm" variant="light" color="yellow">
            <Trans>No alternative text</Trans>
          </Badge>
        )}
      </Group>
      <LabelChips labels={labels} />
      <Group gap="xs" mt="auto" pt={4}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t`Details of ${name}`}
          onClick={() => setAsking('edit')}
        >
          <Trans>Details</Trans>
        </Button>
        {mayWrite && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t`Delete ${name}`}
            onClick={() => setAsking('delete')}
          >
            <Trans>Delete</Trans>
          </Button>
        )}
      </Group>
      {asking === 'edit' && (
        <FileDialog file={file} mayWrite={mayWrite} onSaved={onChanged} onClose={() => setAsking(null)} />
      )}
      {asking === 'delete' && <DeleteFile file={file} onDeleted={onChanged} onClose={() => setAsking(null)} />}
    </Card>
  );
}
