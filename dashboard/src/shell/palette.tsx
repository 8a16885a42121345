import { t } from '@lingui/core/macro';
import { Combobox, type ComboboxStore, Kbd, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../api/failure.js';
import { AccountAvatar } from '../parts/account-avatar.js';
import { excerpt } from '../parts/excerpt.js';
import { platformName } from '../parts/platform.js';
import { STATUS } from '../parts/post-status.js';
import { type Command, isFoundBy, useCommands } from './commands.js';
import classes from './palette.module.css';
import { FIND } from './palette.operations.js';

/** The pause after the last key before posts and accounts are searched. */
const TYPING_MS = 200;
const MAX_TEXT = 200;

interface PaletteProps {
  onClose: () => void;
  onShowShortcuts: () => void;
}

/** Finds views, commands, posts and accounts by a few letters. */
export function Palette({ onClose, onShowShortcuts }: PaletteProps) {
  const [text, setText] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const commands = useCommands(onShowShortcuts).filter((command) => isFoundBy(command, text));
  const { found, failure, isSearching } = useFound(text.trim());
  const groups = [
    { label: t`Go to and do`, commands },
    { label: t`Posts`, commands: found.posts },
    { label: t`Accounts`, commands: found.accounts },
  ].filter((group) => group.commands.length > 0);
  const all = groups.flatMap((group) => group.commands);
  const run = (id: string) => {
    onClose();
    all.find((command) => command.id === id)?.run();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': t`Search and commands` } }}
    >
      <Combobox store={combobox} onOptionSubmit={run}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label={t`Search and commands`}
            placeholder={t`Search posts, accounts and commands`}
            variant="unstyled"
            maxLength={MAX_TEXT}
            leftSection={<SearchIcon />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            className={classes.search}
          />
        </Combobox.EventsTarget>
        <FirstIsSelected store={combobox} of={all} />
        <Combobox.Options className={classes.options} aria-label={t`Results`}>
          {groups.map((group) => (
            <Combobox.Group key={group.label} label={group.label}>
              {group.commands.map((command) => (
                <Option key={command.id} {...command} />
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        <Text role="status" size="sm" c="dimmed" className={classes.status}>
          {failure?.message ?? (all.length === 0 ? (isSearching ? t`Searching` : t`Nothing was found.`) : '')}
        </Text>
      </Combobox>
    </Modal>
  );
}

/** Enter does the first one of what is found now. */
function FirstIsSelected({ store, of }: { store: ComboboxStore; of: Command[] }) {
  const shown = of.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new list, once it is on the page
  useEffect(() => {
    const timer = setTimeout(() => store.selectFirstOption());
    return () => clearTimeout(timer);
  }, [shown]);
  return null;
}

const Option = ({ id, label, note, icon }: Command) => (
  <Combobox.Option value={id} className={classes.option}>
    <span className={classes.icon}>{icon}</span>
    <Text span truncate className={classes.label}>
      {label}
    </Text>
    {note && (note.length === 1 ? <Kbd aria-hidden>{note}</Kbd> : <span className={classes.note}>{note}</span>)}
  </Combobox.Option>
);

/** The posts and accounts with the text. While it is typed, the ones found before stay. */
function useFound(text: string) {
  const { navigate } = useRouter();
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const [{ data, fetching, ...state }] = useQuery({
    query: FIND,
    variables: { text: searched },
    pause: searched === '',
  });
  const result = searched === '' || text === '' ? undefined : data;
  const posts = (result?.postGroups?.edges ?? []).map(
    ({ node: { id, content, status, processingStatus } }): Command => {
      const { label, icon: Icon } = STATUS[processingStatus === 'PROCESSING' ? 'PROCESSING' : status];
      return {
        id,
        label: excerpt(content),
        note: label,
        icon: <Icon />,
        run: () => void navigate({ to: '/posts/$postGroupId', params: { postGroupId: id } }),
      };
    },
  );
  const accounts = (result?.connectedAccounts?.edges ?? []).map(
    ({ node }): Command => ({
      id: node.id,
      label: `@${node.username}`,
      note: node.platform ? platformName(node.platform) : t`Unsupported platform`,
      icon: <AccountAvatar account={node} size={20} />,
      run: () => void navigate({ to: '/accounts', search: { text: node.username } }),
    }),
  );
  return { found: { posts, accounts }, failure: failureOf(state), isSearching: fetching || searched !== text };
}
