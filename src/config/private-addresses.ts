import { z } from 'zod';
import { list } from './variable.js';

/**
 * What may be at addresses that are not public.
 *
 * media        files and profile pictures that are fetched
 * platforms    servers of platforms that have several
 * link-cards   web pages that link cards are made of
 * feeds        web feeds whose entries become posts
 * webhooks     receivers of webhooks
 * applications descriptions of applications that connect by OAuth
 * push         push services of browsers
 */
export const PRIVATE_PURPOSES = [
  'media',
  'platforms',
  'link-cards',
  'feeds',
  'webhooks',
  'applications',
  'push',
] as const;
export type PrivatePurpose = (typeof PRIVATE_PURPOSES)[number];

const NONE = 'none';

export const privateAddressesVariable = list(
  z.array(z.enum([...PRIVATE_PURPOSES, NONE])),
  'none, or a comma-separated list of media, platforms, link-cards, feeds, webhooks, applications and push',
)
  .optional()
  .meta({
    description:
      'What may be at addresses that are not public: `media` (files and profile pictures), `platforms` (servers of accounts), `link-cards` (web pages), `feeds` (web feeds), `webhooks` (receivers), `applications` (descriptions of applications), `push` (push services of browsers). Anyone with an account can then have the service send requests into its network: for local development only.',
    unset: '`none`; `platforms,webhooks` with the embedded database',
  });

/** With the embedded database, the sandbox and a newcomer's first receiver are on the same machine. */
export const readPrivateAddresses = (
  value: readonly string[] | undefined,
  embedded: boolean,
): ReadonlySet<PrivatePurpose> => {
  const allowed = value ?? (embedded ? ['platforms', 'webhooks'] : []);
  return new Set(PRIVATE_PURPOSES.filter((purpose) => allowed.includes(purpose)));
};

/** The warning of a service whose operator allows private addresses. */
export const privateAddressesWarning = (allowed: ReadonlySet<PrivatePurpose>): string =>
  `PRIVATE_ADDRESSES is ${[...allowed].join(',')}: anyone with an account can have this service send requests into your network. Use it for local development only`;
