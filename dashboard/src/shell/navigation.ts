import {
  CalendarIcon,
  GearIcon,
  GraphIcon,
  type Icon,
  KeyIcon,
  ListUnorderedIcon,
  MeterIcon,
  OrganizationIcon,
  PeopleIcon,
  PlusIcon,
  WebhookIcon,
} from '@primer/octicons-react';

interface Entry {
  to: string;
  label: string;
  icon: Icon;
  /** Opens it, unless shortcuts are off. */
  shortcut?: string;
}

/** The views in the navigation, in its order. A sign-in leads to the first one. */
export const NAVIGATION = [
  { to: '/posts', label: 'Posts', icon: ListUnorderedIcon, shortcut: '/' },
  { to: '/compose', label: 'New post', icon: PlusIcon, shortcut: 'n' },
  { to: '/calendar', label: 'Calendar', icon: CalendarIcon, shortcut: 'c' },
  { to: '/accounts', label: 'Accounts', icon: PeopleIcon },
  { to: '/network', label: 'Network', icon: GraphIcon },
  { to: '/managed-users', label: 'Managed users', icon: OrganizationIcon },
  { to: '/webhooks', label: 'Webhooks', icon: WebhookIcon },
  { to: '/api-keys', label: 'API keys', icon: KeyIcon },
  { to: '/usage', label: 'Usage', icon: MeterIcon },
  { to: '/settings', label: 'Settings', icon: GearIcon },
] as const satisfies readonly Entry[];
