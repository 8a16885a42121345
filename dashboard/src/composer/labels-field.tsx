import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { TagIcon } from '@primer/octicons-react';
import { memo, useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import { LabelChips } from '../posts/label-chip.js';
import { LabelChoice } from '../posts/label-dialog.js';
import type { Label } from '../posts/labels.operations.js';
import type { DraftState } from './use-draft.js';

interface LabelsFieldProps extends Pick<DraftState, 'change'> {
  labels: Label[];
}

/** The labels of the post, and a dialog that chooses and creates them. They are stored with the post. */
export const LabelsField = memo(({ labels, change }: LabelsFieldProps) => {
  const [isOpen, setOpen] = useState(false);
  const choose = (label: Label, isOn: boolean) =>
    change((before) => {
      const others = before.labels.filter(({ id }) => id !== label.id);
      return { labels: isOn ? [...others, label].sort(byName) : others };
    });
  return (
    <Stack gap={4} role="group" aria-label={t`Labels of this post`}>
      <Text size="sm" fw={500}>
        <Trans>Labels</Trans>
      </Text>
      <Group gap="xs">
        <LabelChips labels={labels} />
        <Button size="compact-sm" variant="default" leftSection={<TagIcon size={14} />} onClick={() => setOpen(true)}>
          {labels.length > 0 ? t`Change labels` : t`Add labels`}
        </Button>
      </Group>
      {isOpen && (
        <Dialog title={t`Labels`} onClose={() => setOpen(false)}>
          <Stack>
            <LabelChoice stateOf={(id) => labels.some((label) => label.id === id)} onChoose={choose} />
            <Group justify="flex-end">
              <Button onClick={() => setOpen(false)}>
                <Trans>Done</Trans>
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </Stack>
  );
});

const byName = (one: Label, other: Label): number => one.name.localeCompare(other.name);
