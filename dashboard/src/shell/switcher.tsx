import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Combobox, Text, UnstyledButton, useCombobox, VisuallyHidden } from '@mantine/core';
import { CheckIcon, ChevronDownIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import type { Acting } from '../api/acting.js';
import { useSession } from '../api/session.js';
import { BRAND_NAME, Mark } from '../parts/brand.js';
import { ROLES } from '../parts/roles.js';
import classes from './switcher.module.css';
import { type Clients, useClients } from './use-clients.js';
import { useSwitch } from './use-switch.js';
import { useViewer, type Viewer } from './viewer.js';

/** From so many accounts on, they are searched. */
const MANY = 8;

/** Names the account that the window acts for, and switches to another one or to one of its clients. */
export function Switcher() {
  const viewer = useViewer();
  const { acting } = useSession();
  const switchTo = useSwitch();
  const [text, setText] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setText('');
    },
    onDropdownOpen: () => combobox.selectActiveOption(),
  });
  const manager = managerOf(viewer, acting);
  const clients = useClients(manager?.userId ?? null, text, combobox.dropdownOpened);
  const isSearched = clients.hasAny || viewer.accounts.length >= MANY;
  const { dropdownOpened, focusSearchInput } = combobox;
  useEffect(() => {
    if (dropdownOpened && isSearched) focusSearchInput();
  }, [dropdownOpened, isSearched, focusSearchInput]);
  const groups = choicesOf(viewer, manager, clients, text);
  const all = groups.flatMap(({ choices }) => choices);
  const choose = (id: string) => {
    combobox.closeDropdown();
    const chosen = all.find(({ userId }) => userId === id);
    if (!chosen || id === viewer.id) return;
    const { userId, name, manager: of } = chosen;
    void switchTo({ userId, name, manager: of, email: viewer.person?.email ?? viewer.email });
  };
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={272}
      withinPortal={false}
      onOptionSubmit={choose}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={classes.target}
          data-client={viewer.managed || undefined}
          onClick={() => combobox.toggleDropdown()}
        >
          <Mark size={24} />
          <span className={classes.names}>
            <VisuallyHidden>
              <Trans>You act for</Trans>{' '}
            </VisuallyHidden>
            <Text span fw={600} truncate title={viewer.displayName}>
              {viewer.displayName}
            </Text>
            <Text span size="xs" c="dimmed" truncate>
              {noteOf(viewer, acting)}
            </Text>
          </span>
          <ChevronDownIcon className={classes.chevron} />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        {isSearched && (
          <Combobox.Search
            aria-label={t`Search accounts and clients`}
            placeholder={t`Search`}
            value={text}
            maxLength={200}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Combobox.Options className={classes.options} aria-label={t`Accounts and clients`}>
          {groups.map(({ label, note, choices }) => (
            <Combobox.Group key={label} label={label}>
              {choices.map((choice) => (
                <Option key={choice.userId} {...choice} isActive={choice.userId === viewer.id} />
              ))}
              {note && (
                <Text size="xs" c="dimmed" px="sm" py={4}>
                  {note}
                </Text>
              )}
            </Combobox.Group>
          ))}
          {all.length === 0 && (
            <Combobox.Empty>
              <Trans>Nothing was found.</Trans>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface Choice {
  userId: string;
  name: string;
  /** Below the name. */
  note: string;
  manager: Acting['manager'];
}

const Option = ({ userId, name, note, isActive }: Choice & { isActive: boolean }) => (
  <Combobox.Option value={userId} active={isActive} className={classes.option}>
    <span className={classes.names}>
      <Text span size="sm" truncate>
        {name}
      </Text>
      <Text span size="xs" c="dimmed" truncate>
        {note}
      </Text>
    </span>
    {isActive && <CheckIcon size={14} aria-label={t`Now`} />}
  </Combobox.Option>
);

/** The account whose clients are offered: that of the window, or the one whose client it acts for. */
function managerOf({ id: userId, displayName: name, managed, operatorSession }: Viewer, acting: Acting | null) {
  if (operatorSession) return null;
  return managed ? (acting?.manager ?? null) : { userId, name };
}

function noteOf({ managed, accounts, person, id }: Viewer, acting: Acting | null): string {
  const managedBy = acting?.manager?.name ?? accounts.find(({ userId }) => userId === id)?.managedBy;
  if (managed) return managedBy ? t`Client of ${managedBy}` : t`Client`;
  const isOnlyOwn = accounts.length <= 1 && person?.role === 'OWNER';
  return isOnlyOwn || !person ? BRAND_NAME : ROLES[person.role].label;
}

function choicesOf(viewer: Viewer, manager: Acting['manager'], clients: Clients, text: string) {
  const accounts = viewer.accounts
    .filter(({ displayName }) => displayName.toLowerCase().includes(text.trim().toLowerCase()))
    .map(
      ({ userId, displayName: name, role, managedBy }): Choice => ({
        userId,
        name,
        note: managedBy ? t`${ROLES[role].label}, client of ${managedBy}` : ROLES[role].label,
        manager: null,
      }),
    );
  const isListed = new Set(accounts.map(({ userId }) => userId));
  const ofManager = clients.list
    .filter(({ id }) => !isListed.has(id))
    .map(({ id: userId, displayName: name, email: note }): Choice => ({ userId, name, note, manager }));
  const rest = clients.total - clients.list.length;
  return [
    { label: t`Accounts`, note: null, choices: accounts },
    {
      label: t`Clients of ${manager?.name ?? ''}`,
      note:
        rest > 0
          ? plural(rest, { one: '# more client: search by name', other: '# more clients: search by name' })
          : null,
      choices: ofManager,
    },
  ].filter(({ choices }) => choices.length > 0);
}
