import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppShell, Group, Kbd, NavLink, ScrollArea, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { formatNumber } from '../parts/formats.js';
import { useMay } from '../parts/may.js';
import { IS_MAC, modKey, useHasShortcuts } from '../parts/shortcuts.js';
import { AccountMenu } from './account-menu.js';
import { useApproving } from './approvals.js';
import { Bell } from './bell.js';
import { ConnectionBadge } from './connection-badge.js';
import { useNavigation } from './navigation.js';
import classes from './shell.module.css';
import { Switcher } from './switcher.js';
import { useAccountProblems } from './use-account-problems.js';

interface SidebarProps {
  isOpen: boolean;
  /** On a phone the header has the name and the account menu. */
  isPhone: boolean;
  onClose: () => void;
  /** Opens the search for everything. */
  onSearch: () => void;
}

/** The navigation in groups. Its head names the account that the window acts for. */
export const Sidebar = ({ isOpen, isPhone, onClose, onSearch }: SidebarProps) => (
  <AppShell.Navbar className={classes.sidebar} data-closed={!isOpen || undefined} aria-label={t`Views`}>
    {!isPhone && (
      <Group h={52} px="xs" gap="xs" wrap="nowrap" className={classes.brand}>
        <Switcher />
        <Bell />
      </Group>
    )}
    <ScrollArea flex={1} type="auto" scrollbarSize={6} px="xs" pt="xs">
      <SearchAll isPhone={isPhone} onClose={onClose} onSearch={onSearch} />
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

function SearchAll({ isPhone, onClose, onSearch }: Omit<SidebarProps, 'isOpen'>) {
  if (!useMay('READ')) return null;
  return (
    <UnstyledButton
      className={classes.searchAll}
      aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
      onClick={() => {
        onClose();
        onSearch();
      }}
    >
      <SearchIcon />
      <span>
        <Trans>Search</Trans>
      </span>
      {!isPhone && <Kbd aria-hidden>{modKey()} K</Kbd>}
    </UnstyledButton>
  );
}

function Entries({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const [hasShortcuts] = useHasShortcuts();
  return useNavigation().map(({ title, entries }) => (
    <div key={entries[0]?.to} className={classes.group}>
      {title && <div className={classes.groupTitle}>{title}</div>}
      {entries.map(({ to, label, icon: Icon, ...entry }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={<Icon />}
          active={pathname === to || pathname.startsWith(`${to}/`)}
          rightSection={
            to === '/accounts' ? (
              <Problems />
            ) : to === '/approvals' ? (
              <Waiting />
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

/** Says that accounts have to be connected again. */
function Problems() {
  const problems = useAccountProblems();
  if (problems === 0) return null;
  const words = t`${problems} to connect again`;
  return <span role="img" className={classes.dot} aria-label={words} title={words} />;
}

/** How many requests wait for a decision. */
function Waiting() {
  const { waiting } = useApproving();
  if (waiting === 0) return null;
  return (
    <Text span size="xs" className={classes.waiting}>
      {formatNumber(waiting)}
      <VisuallyHidden>
        {' '}
        <Trans>waiting</Trans>
      </VisuallyHidden>
    </Text>
  );
}
