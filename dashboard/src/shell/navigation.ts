import { type Icon, ListUnorderedIcon, PeopleIcon } from '@primer/octicons-react';

/** The views that the navigation leads to, in its order. The first is where a person arrives. `hotkey` opens it. */
export const NAVIGATION = [
  { to: '/posts', label: 'Posts', icon: ListUnorderedIcon, hotkey: '/' },
  { to: '/accounts', label: 'Accounts', icon: PeopleIcon, hotkey: 'a' },
] as const satisfies readonly { to: string; label: string; icon: Icon; hotkey: string }[];
