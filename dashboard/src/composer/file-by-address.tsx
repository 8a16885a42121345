import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import type { DraftFile } from './draft.js';

interface FileByAddressProps {
  onAdd: (source: string, type: DraftFile['type']) => void;
  onClose: () => void;
}

const TYPES = [
  {
    value: 'IMAGE',
    get label() {
      return t`Image`;
    },
  },
  {
    value: 'VIDEO',
    get label() {
      return t`Video`;
    },
  },
] as const satisfies { value: DraftFile['type']; label: string }[];

/** A file that the service fetches. */
export function FileByAddress({ onAdd, onClose }: FileByAddressProps) {
  const [address, setAddress] = useState('');
  const [type, setType] = useState<DraftFile['type']>('IMAGE');
  return (
    <Dialog onClose={onClose} title={t`Add a file from the web`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onAdd(address.trim(), type);
        }}
      >
        <Stack>
          <TextInput
            label={t`Address of the file`}
            description={t`A public http or https address: the service fetches the file from there`}
            type="url"
            required
            maxLength={2048}
            data-autofocus
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <SegmentedControl aria-label={t`Kind of file`} data={TYPES} value={type} onChange={setType} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit">
              <Trans>Add</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
