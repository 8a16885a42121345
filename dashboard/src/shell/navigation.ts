import { t } from '@lingui/core/macro';
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
      {
        to: '/home',
        get label() {
          return t`Home`;
        },
        icon: HomeIcon,
        shortcut: 'h',
        needs: 'READ',
      },
      {
        to: '/compose',
        get label() {
          return t`New post`;
        },
        icon: PencilIcon,
        shortcut: 'n',
        needs: 'DRAFT',
      },
      {
        to: '/posts',
        get label() {
          return t`Posts`;
        },
        icon: ListUnorderedIcon,
        shortcut: '/',
        needs: 'READ',
      },
      {
        to: '/calendar',
        get label() {
          return t`Calendar`;
        },
        icon: CalendarIcon,
        shortcut: 'c',
        needs: 'READ',
      },
      {
        to: '/queue',
        get label() {
          return t`Queue`;
        },
        icon: ClockIcon,
        shortcut: 'q',
        needs: 'READ',
      },
      {
        to: '/approvals',
        get label() {
          return t`Approvals`;
        },
        icon: ChecklistIcon,
        needs: 'READ',
      },
      {
        to: '/analytics',
        get label() {
          return t`Analytics`;
        },
        icon: PulseIcon,
        needs: 'READ',
      },
    ],
  },
  {
    get title() {
      return t`Content`;
    },
    entries: [
      {
        to: '/import',
        get label() {
          return t`Import`;
        },
        icon: UploadIcon,
        needs: 'DRAFT',
      },
      {
        to: '/recurring',
        get label() {
          return t`Recurring`;
        },
        icon: SyncIcon,
        needs: 'READ',
      },
      {
        to: '/feeds',
        get label() {
          return t`Feeds`;
        },
        icon: RssIcon,
        needs: 'READ',
      },
      {
        to: '/library',
        get label() {
          return t`Library`;
        },
        icon: FileMediaIcon,
        needs: 'READ',
      },
      {
        to: '/labels',
        get label() {
          return t`Labels`;
        },
        icon: TagIcon,
        needs: 'READ',
      },
      {
        to: '/snippets',
        get label() {
          return t`Snippets`;
        },
        icon: NoteIcon,
        needs: 'DRAFT',
      },
    ],
  },
  {
    get title() {
      return t`Channels`;
    },
    entries: [
      {
        to: '/accounts',
        get label() {
          return t`Accounts`;
        },
        icon: PeopleIcon,
        needs: 'READ',
      },
      {
        to: '/network',
        get label() {
          return t`Network`;
        },
        icon: GraphIcon,
        needs: 'READ',
      },
      {
        to: '/managed-users',
        get label() {
          return t`Clients`;
        },
        icon: OrganizationIcon,
        needs: 'READ',
      },
    ],
  },
  {
    get title() {
      return t`Developers`;
    },
    entries: [
      {
        to: '/webhooks',
        get label() {
          return t`Webhooks`;
        },
        icon: WebhookIcon,
        needs: 'READ',
      },
      {
        to: '/api-keys',
        get label() {
          return t`API keys`;
        },
        icon: KeyIcon,
        needs: 'ADMINISTER',
      },
    ],
  },
  {
    get title() {
      return t`Account`;
    },
    entries: [
      {
        to: '/members',
        get label() {
          return t`Members`;
        },
        icon: PersonAddIcon,
        needs: 'READ',
      },
      {
        to: '/usage',
        get label() {
          return t`Usage`;
        },
        icon: MeterIcon,
        needs: 'READ',
      },
      // For everybody: it has the person's own login.
      {
        to: '/settings',
        get label() {
          return t`Settings`;
        },
        icon: GearIcon,
      },
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
