import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { StackIcon, TrashIcon } from '@primer/octicons-react';
import { memo, useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import { useViewer } from '../shell/viewer.js';
import { type AccountSet, keepSets, keptSets, LONGEST_NAME, withSet } from './kept-sets.js';

interface AccountSetsProps {
  chosen: string[];
  onChoose: (platformIds: string[]) => void;
}

/** Saved sets of accounts: one click chooses all of a set. */
export const AccountSets = memo(function AccountSets({ chosen, onChoose }: AccountSetsProps) {
  const { id } = useViewer();
  const [sets, setSets] = useState(() => keptSets(id));
  const [open, setOpen] = useState<'save' | 'edit' | null>(null);
  const keep = (changed: AccountSet[]) => {
    setSets(changed);
    keepSets(id, changed);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" color="gray" leftSection={<StackIcon />}>
            <Trans>Sets</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {sets.map(({ name, platformIds }) => (
            <Menu.Item key={name} onClick={() => onChoose(platformIds)} rightSection={platformIds.length}>
              {name}
            </Menu.Item>
          ))}
          {sets.length > 0 && <Menu.Divider />}
          <Menu.Item disabled={chosen.length === 0} onClick={() => setOpen('save')}>
            <Trans>Save this choice as a set…</Trans>
          </Menu.Item>
          {sets.length > 0 && (
            <Menu.Item onClick={() => setOpen('edit')}>
              <Trans>Edit sets…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'save' && <SaveSet chosen={chosen} sets={sets} onKeep={keep} onClose={() => setOpen(null)} />}
      {open === 'edit' && <EditSets sets={sets} onKeep={keep} onClose={() => setOpen(null)} />}
    </>
  );
});

interface DialogProps {
  sets: AccountSet[];
  onKeep: (sets: AccountSet[]) => void;
  onClose: () => void;
}

function SaveSet({ chosen, sets, onKeep, onClose }: DialogProps & { chosen: string[] }) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  const changed = withSet(sets, { name: wanted, platformIds: chosen });
  const isTaken = sets.some((set) => set.name === wanted);
  return (
    <Dialog title={t`Save a set`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!changed || wanted === '') return;
          onKeep(changed);
          onClose();
        }}
      >
        <Stack>
          <TextInput
            label={t`Name`}
            description={
              isTaken
                ? t`Replaces the set of this name`
                : plural(chosen.length, {
                    one: '# account, kept in this browser',
                    other: '# accounts, kept in this browser',
                  })
            }
            error={changed ? null : t`Remove a set first: there are 50.`}
            required
            maxLength={LONGEST_NAME}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit">
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const EditSets = ({ sets, onKeep, onClose }: DialogProps) => (
  <Dialog title={t`Sets of accounts`} onClose={onClose}>
    <Stack gap="xs">
      {sets.length === 0 && (
        <Text c="dimmed">
          <Trans>No sets.</Trans>
        </Text>
      )}
      {sets.map(({ name, platformIds }) => (
        <Group key={name} wrap="nowrap" align="center">
          <TextInput
            flex={1}
            aria-label={t`Name of ${name}`}
            defaultValue={name}
            maxLength={LONGEST_NAME}
            onBlur={({ currentTarget }) => {
              const wanted = currentTarget.value.trim();
              const others = sets.filter((set) => set.name !== name);
              const changed = wanted && wanted !== name ? withSet(others, { name: wanted, platformIds }) : null;
              if (changed) onKeep(changed);
              else currentTarget.value = name;
            }}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
          <Text size="sm" c="dimmed">
            <Plural value={platformIds.length} one="# account" other="# accounts" />
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Remove ${name}`}
            onClick={() => onKeep(sets.filter((set) => set.name !== name))}
          >
            <TrashIcon />
          </ActionIcon>
        </Group>
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
