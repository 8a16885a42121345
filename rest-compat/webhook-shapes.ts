/** What the routes of webhooks have in common. */
import { z } from 'zod';
import {
  CONTRACT_EVENTS,
  type ContractEventName,
  isOfContract,
  WebhookEventName,
} from '../src/domain/webhooks/webhook-event.js';
import { graphql, type ResultOf } from '../src/foundation/graphql/typed-graphql.js';
import { id, isoTime } from './fields.js';

type EventKey = keyof typeof WebhookEventName;

/** GraphQL's name of an event in the contract's spelling. */
export const dotted = (event: EventKey): WebhookEventName => WebhookEventName[event];
/** And back. */
export const undotted = (event: ContractEventName) => event.toUpperCase().replace('.', '_') as EventKey;

/** What REST reads of a webhook. */
export const webhookFields = graphql(`
  fragment RestWebhook on Webhook @_unmask {
    id
    name
    url
    events
    isActive
    failureCount
    lastTriggeredAt
    createdAt
    updatedAt
  }
`);

/** The webhook fields of every response. */
export const base = z.object({
  _id: id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(CONTRACT_EVENTS)),
  isActive: z.boolean().describe('Whether it is enabled. Five consecutive failures disable it.'),
});
/** How its deliveries go. */
export const counted = z.object({
  failureCount: z.int().describe('Failures since the last successful attempt.'),
  lastTriggeredAt: isoTime.nullable().describe('When something was last sent to it; null if never.'),
});
export type Stored = ResultOf<typeof webhookFields>;

export const toBase = ({ id, name, url, events, isActive }: Stored) => ({
  _id: id,
  name,
  url,
  // Without those that GraphQL alone offers.
  events: events.map(dotted).filter(isOfContract),
  isActive,
});
export const toCounted = ({ failureCount, lastTriggeredAt }: Stored) => ({ failureCount, lastTriggeredAt });
export const webhookId = id.describe('The webhook: 24 hexadecimal characters.');
export const name = z.string().describe('Not empty.');
export const url = z.string().describe('http or https; no address that is obviously not public.');
export const events = z.array(z.enum(CONTRACT_EVENTS)).min(1);

export const URL_REFUSALS = [
  'WEBHOOK_NAME_TOO_LONG',
  'WEBHOOK_URL_TOO_LONG',
  'WEBHOOK_URL_INVALID',
  'WEBHOOK_URL_LOCALHOST',
  'WEBHOOK_URL_PRIVATE',
  'WEBHOOK_URL_LINK_LOCAL',
  'WEBHOOK_URL_METADATA',
] as const;
