import type { Notice } from '../notifications/notifications.js';
import type { Feed } from './feed.repository.js';

/** Notifies those who manage the account that a feed ended, or could not be read for days. */
export const feedFailed = (
  { id, userId, name, url }: Feed,
  problem: string,
  { hasEnded }: { hasEnded: boolean },
): Notice => ({
  ...{ kind: 'FEED_FAILED', userId, subjectId: id, to: { permission: 'PUBLISH' } },
  subject: hasEnded ? `The feed “${name}” has ended` : `The feed “${name}” cannot be read`,
  blocks: [
    hasEnded
      ? 'Its entries become no posts any more. Give the feed another address, or delete it.'
      : 'It could not be read for 3 days. It is tried again; until then, its new entries become no posts.',
    {
      facts: [
        ['Address', url],
        ['Problem', problem],
      ],
    },
    { label: 'Open the feeds', to: { page: '/feeds' } },
  ],
});
