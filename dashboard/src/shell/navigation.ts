import {
  CalendarIcon,
  GearIcon,
  GraphIcon,
  type Icon,
  ListUnorderedIcon,
  PeopleIcon,
  PlusIcon,
} from '@primer/octicons-react';

/** The views that the navigation leads to, in its order. The first is where a person arrives. `hotkey` opens it. */
export const NAVIGATION = [
  { to: '/posts', label: 'Posts', icon: ListUnorderedIcon, hotkey: '/' },
  { to: '/compose', label: 'New post', icon: PlusIcon, hotkey: 'n' },
  { to: '/calendar', label: 'Calendar', icon: CalendarIcon, hotkey: 'c' },
  { to: '/network', label: 'Network', icon: GraphIcon, hotkey: 'k' },
  { to: '/managed-users', label: 'Managed users', icon: PeopleIcon, hotkey: 'm' },
  { to: '/settings', label: 'Settings', icon: GearIcon, hotkey: 'mod+,' },
] as const satisfies readonly { to: string; label: string; icon: Icon; hotkey: string }[];
