import { AppShell, Group, Kbd, NavLink, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { BRAND_NAME, Mark } from '../parts/brand.js';
import { IS_MAC, MOD, useHasShortcuts } from '../parts/shortcuts.js';
import { AccountMenu } from './account-menu.js';
import { ConnectionBadge } from './connection-badge.js';
import { NAVIGATION } from './navigation.js';
import classes from './shell.module.css';
import { useAccountProblems } from './use-account-problems.js';

interface SidebarProps {
  isOpen: boolean;
  /** On a phone the header has the name and the account menu. */
  isPhone: boolean;
  onClose: () => void;
  /** Opens the search for everything. */
  onSearch: () => void;
}

/** The navigation in groups. Its head has room for a switcher of clients, its foot for notifications. */
export const Sidebar = ({ isOpen, isPhone, onClose, onSearch }: SidebarProps) => (
  <AppShell.Navbar className={classes.sidebar} data-closed={!isOpen || undefined} aria-label="Views">
    {!isPhone && (
      <Group h={52} px="md" gap="xs" wrap="nowrap" className={classes.brand}>
        <BrandName />
      </Group>
    )}
    <ScrollArea flex={1} type="auto" px="xs" pt="xs">
      <UnstyledButton
        className={classes.searchAll}
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        onClick={() => {
          onClose();
          onSearch();
        }}
      >
        <SearchIcon />
        <span>Search</span>
        {!isPhone && <Kbd aria-hidden>{MOD} K</Kbd>}
      </UnstyledButton>
      <Entries onClose={onClose} />
    </ScrollArea>
    {!isPhone && (
      <Group p="xs" gap="xs" wrap="nowrap" className={classes.foot}>
        <AccountMenu />
        <ConnectionBadge />
      </Group>
    )}
  </AppShell.Navbar>
);

export const BrandName = () => (
  <>
    <Mark size={24} />
    <Text fw={600} truncate title={BRAND_NAME}>
      {BRAND_NAME}
    </Text>
  </>
);

function Entries({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const [hasShortcuts] = useHasShortcuts();
  const problems = useAccountProblems();
  return NAVIGATION.map(({ entries, ...group }) => (
    <div key={entries[0].to} className={classes.group}>
      {'title' in group && <div className={classes.groupTitle}>{group.title}</div>}
      {entries.map(({ to, label, icon: Icon, ...entry }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={<Icon />}
          active={pathname === to || pathname.startsWith(`${to}/`)}
          rightSection={
            to === '/accounts' && problems > 0 ? (
              <span
                role="img"
                className={classes.dot}
                aria-label={`${problems} to connect again`}
                title={`${problems} to connect again`}
              />
            ) : (
              hasShortcuts && 'shortcut' in entry && <Kbd aria-hidden>{entry.shortcut}</Kbd>
            )
          }
          onClick={onClose}
          classNames={{ root: classes.entry, section: classes.entryIcon }}
        />
      ))}
    </div>
  ));
}
