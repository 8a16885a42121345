import {
  CalendarIcon,
  ChecklistIcon,
  ClockIcon,
  FileMediaIcon,
  GearIcon,
  GraphIcon,
  HomeIcon,
  type Icon,
  KeyIcon,
  ListUnorderedIcon,
  MeterIcon,
  NoteIcon,
  OrganizationIcon,
  PencilIcon,
  PeopleIcon,
  PersonAddIcon,
  PulseIcon,
  RssIcon,
  SyncIcon,
  TagIcon,
  UploadIcon,
  WebhookIcon,
} from '@primer/octicons-react';
import { useContext, useMemo } from 'react';
import { type Permission, PermissionsContext } from '../parts/may.js';
import { useApproving } from './approvals.js';
import { useViewer } from './viewer.js';

interface Entry {
  to: string;
  label: string;
  icon: Icon;
  /** Opens it, unless shortcuts are off. */
  shortcut?: string;
  /** Without it the view has nothing for the person. */
  needs?: Permission;
}

interface Group {
  /** Undefined: the group of what people do every day, which needs no title. */
  title?: string;
  entries: readonly Entry[];
}

/** The views in the navigation, in its order. */
const NAVIGATION = [
  {
    entries: [
      { to: '/home', label: 'Home', icon: HomeIcon, shortcut: 'h', needs: 'READ' },
      { to: '/compose', label: 'New post', icon: PencilIcon, shortcut: 'n', needs: 'DRAFT' },
      { to: '/posts', label: 'Posts', icon: ListUnorderedIcon, shortcut: '/', needs: 'READ' },
      { to: '/calendar', label: 'Calendar', icon: CalendarIcon, shortcut: 'c', needs: 'READ' },
      { to: '/queue', label: 'Queue', icon: ClockIcon, shortcut: 'q', needs: 'READ' },
      { to: '/approvals', label: 'Approvals', icon: ChecklistIcon, needs: 'READ' },
      { to: '/analytics', label: 'Analytics', icon: PulseIcon, needs: 'READ' },
    ],
  },
  {
    title: 'Content',
    entries: [
      { to: '/import', label: 'Import', icon: UploadIcon, needs: 'DRAFT' },
      { to: '/recurring', label: 'Recurring', icon: SyncIcon, needs: 'READ' },
      { to: '/feeds', label: 'Feeds', icon: RssIcon, needs: 'READ' },
      { to: '/library', label: 'Library', icon: FileMediaIcon, needs: 'READ' },
      { to: '/labels', label: 'Labels', icon: TagIcon, needs: 'READ' },
      { to: '/snippets', label: 'Snippets', icon: NoteIcon, needs: 'DRAFT' },
    ],
  },
  {
    title: 'Channels',
    entries: [
      { to: '/accounts', label: 'Accounts', icon: PeopleIcon, needs: 'READ' },
      { to: '/network', label: 'Network', icon: GraphIcon, needs: 'READ' },
      { to: '/managed-users', label: 'Clients', icon: OrganizationIcon, needs: 'READ' },
    ],
  },
  {
    title: 'Developers',
    entries: [
      { to: '/webhooks', label: 'Webhooks', icon: WebhookIcon, needs: 'READ' },
      { to: '/api-keys', label: 'API keys', icon: KeyIcon, needs: 'ADMINISTER' },
    ],
  },
  {
    title: 'Account',
    entries: [
      { to: '/members', label: 'Members', icon: PersonAddIcon, needs: 'READ' },
      { to: '/usage', label: 'Usage', icon: MeterIcon, needs: 'READ' },
      // For everybody: it has the person's own login.
      { to: '/settings', label: 'Settings', icon: GearIcon },
    ],
  },
] as const satisfies readonly Group[];

type Shown = (typeof NAVIGATION)[number]['entries'][number];

interface ShownGroup {
  title?: string;
  entries: readonly Shown[];
}

/** The groups with the views that the person can use. */
export function useNavigation(): ShownGroup[] {
  const permissions = useContext(PermissionsContext);
  const { managed } = useViewer();
  const { policy, waiting, isTeam } = useApproving();
  // A person who works alone needs no approvals. In a client, members of the managing account work as well.
  const mayWait = waiting > 0 || (policy !== null && policy.neededFor !== 'NOBODY' && (isTeam || managed));
  return useMemo(() => {
    const isShown = (entry: Shown) =>
      (!('needs' in entry) || permissions.includes(entry.needs)) &&
      // A client has no clients.
      !(managed && entry.to === '/managed-users') &&
      (mayWait || entry.to !== '/approvals');
    return NAVIGATION.map((group: ShownGroup) => ({ ...group, entries: group.entries.filter(isShown) })).filter(
      ({ entries }) => entries.length > 0,
    );
  }, [permissions, managed, mayWait]);
}

/** What the page at a path needs; null: nothing. */
export function neededFor(pathname: string): Permission | null {
  if (pathname.startsWith('/settings/activity')) return 'ADMINISTER';
  const entry: Entry | undefined = NAVIGATION.flatMap((group): readonly Entry[] => group.entries).find(
    ({ to }) => pathname === to || pathname.startsWith(`${to}/`),
  );
  return entry?.needs ?? null;
}

/** The views with a shortcut. */
export const withShortcut = (groups: readonly ShownGroup[]) =>
  groups.flatMap(({ entries }) => entries.filter((entry) => 'shortcut' in entry));

/** A sign-in leads to it. */
export const START = '/home';
