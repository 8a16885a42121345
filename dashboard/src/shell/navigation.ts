import {
  CalendarIcon,
  GearIcon,
  GraphIcon,
  HomeIcon,
  type Icon,
  KeyIcon,
  ListUnorderedIcon,
  MeterIcon,
  OrganizationIcon,
  PencilIcon,
  PeopleIcon,
  WebhookIcon,
} from '@primer/octicons-react';

interface Entry {
  to: string;
  label: string;
  icon: Icon;
  /** Opens it, unless shortcuts are off. */
  shortcut?: string;
}

interface Group {
  /** Undefined: the group of what people do every day, which needs no title. */
  title?: string;
  entries: readonly Entry[];
}

/** The views in the navigation, in its order. */
export const NAVIGATION = [
  {
    entries: [
      { to: '/home', label: 'Home', icon: HomeIcon, shortcut: 'h' },
      { to: '/compose', label: 'New post', icon: PencilIcon, shortcut: 'n' },
      { to: '/posts', label: 'Posts', icon: ListUnorderedIcon, shortcut: '/' },
      { to: '/calendar', label: 'Calendar', icon: CalendarIcon, shortcut: 'c' },
    ],
  },
  {
    title: 'Channels',
    entries: [
      { to: '/accounts', label: 'Accounts', icon: PeopleIcon },
      { to: '/network', label: 'Network', icon: GraphIcon },
      { to: '/managed-users', label: 'Managed users', icon: OrganizationIcon },
    ],
  },
  {
    title: 'Developers',
    entries: [
      { to: '/webhooks', label: 'Webhooks', icon: WebhookIcon },
      { to: '/api-keys', label: 'API keys', icon: KeyIcon },
    ],
  },
  {
    title: 'Account',
    entries: [
      { to: '/usage', label: 'Usage', icon: MeterIcon },
      { to: '/settings', label: 'Settings', icon: GearIcon },
    ],
  },
] as const satisfies readonly Group[];

type Shown = (typeof NAVIGATION)[number]['entries'][number];

export const SHORTCUTS = NAVIGATION.flatMap((group): readonly Shown[] => group.entries).filter(
  (entry) => 'shortcut' in entry,
);

/** A sign-in leads to it. */
export const START = '/home';
