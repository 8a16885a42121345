import { type Icon, KeyIcon, ListUnorderedIcon, MeterIcon, PeopleIcon, WebhookIcon } from '@primer/octicons-react';

/** The views that the navigation leads to, in its order. The first is where a person arrives. `hotkey` opens it. */
export const NAVIGATION = [
  { to: '/posts', label: 'Posts', icon: ListUnorderedIcon, hotkey: '/' },
  { to: '/accounts', label: 'Accounts', icon: PeopleIcon, hotkey: 'a' },
  { to: '/webhooks', label: 'Webhooks', icon: WebhookIcon, hotkey: 'w' },
  { to: '/api-keys', label: 'API keys', icon: KeyIcon, hotkey: 'k' },
  { to: '/usage', label: 'Usage', icon: MeterIcon, hotkey: 'u' },
] as const satisfies readonly { to: string; label: string; icon: Icon; hotkey: string }[];
