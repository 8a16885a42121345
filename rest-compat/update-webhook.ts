import { z } from 'zod';
import {
  parseApiUrl,
  parseContractEvents,
  parseDashboardUrl,
  parseWebhookName,
} from '../src/domain/webhooks/parse-webhook.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { isoTime, lenient, success } from './fields.js';
import { type RouteRequest, route } from './route.js';
import {
  base,
  counted,
  events,
  name,
  toBase,
  toCounted,
  URL_REFUSALS,
  undotted,
  url,
  webhookFields,
  webhookId,
} from './webhook-shapes.js';

const updated = base.extend({ updatedAt: isoTime });
const isActive = lenient(z.boolean(), 'Ignored.');

const UPDATE = graphql(
  `mutation RestUpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { ...RestWebhook } } }`,
  [webhookFields],
);

/** What an update changes; `isGiven` says which values of name, url and events count. */
function changesOf(
  { params, body }: RouteRequest,
  isGiven: (value: unknown) => boolean,
  parseUrl: (value: unknown) => string,
) {
  const given = <Value>(value: unknown, parse: (value: unknown) => Value) => (isGiven(value) ? parse(value) : null);
  return {
    webhookId: String(params.id),
    name: given(body.name, parseWebhookName),
    url: given(body.url, parseUrl),
    events: given(body.events, (value) => parseContractEvents(value).map(undotted)),
    // Only a boolean counts [webhooks/update-isActive].
    isActive: typeof body.isActive === 'boolean' ? body.isActive : null,
  };
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);
const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** PATCH /api/v1/webhooks/:id [webhooks/update-optional]: empty values are ignored, and failureCount stays. */
export const updateWebhook = route({
  method: 'patch',
  path: '/webhooks/:id',
  doc: {
    tag: 'Webhooks',
    summary: 'Update a webhook',
    description:
      'All fields are optional; empty strings are ignored. Enabling it again does not reset failureCount to 0: delete and recreate it for that.',
    params: { id: webhookId },
    body: z.object({
      name: lenient(name, 'Ignored if empty.'),
      url: lenient(url, 'Ignored if empty.'),
      events: lenient(events, 'Ignored if empty.'),
      isActive,
    }),
    response: z.object({ success, webhook: updated }),
    errors: [
      'WEBHOOK_FIELDS_REQUIRED',
      'WEBHOOK_EVENTS_UNKNOWN',
      'WEBHOOK_NOT_FOUND',
      'WEBHOOK_URL_NOT_HTTPS',
      ...URL_REFUSALS,
    ],
  },
  operation: UPDATE,
  input: (request) => ({
    variables: { input: changesOf(request, (value) => isThere(value) && !isEmpty(value), parseApiUrl) },
    compat: { keepFailureCount: true, keepOtherEvents: true },
  }),
  success: 200,
  body: ({ updateWebhook: { webhook } }) => ({
    success: true as const,
    webhook: { ...toBase(webhook), updatedAt: webhook.updatedAt },
  }),
  otherwise: 'UPDATE_WEBHOOK_FAILED',
});

/**
 * PATCH /webhooks/:id in the dashboard [webhooks/dashboard-empty-strings]: empty values are validated, and switching on
 * resets failureCount.
 */
export const dashboardUpdateWebhook = route({
  method: 'patch',
  path: '/webhooks/:id',
  doc: {
    tag: 'Webhooks',
    summary: 'Update a webhook',
    description: 'All fields are optional. Enabling it again resets failureCount to 0.',
    params: { id: webhookId },
    body: z.object({
      name: name.nullable().optional(),
      url: url.nullable().optional(),
      events: events.nullable().optional(),
      isActive,
    }),
    response: z.object({ success, webhook: updated.extend(counted.shape) }),
    errors: [
      'WEBHOOK_FIELDS_REQUIRED',
      'WEBHOOK_EVENTS_UNKNOWN',
      'WEBHOOK_NOT_FOUND',
      'WEBHOOK_SCHEME_INVALID',
      ...URL_REFUSALS,
    ],
  },
  operation: UPDATE,
  input: (request) => ({
    variables: { input: changesOf(request, isThere, parseDashboardUrl) },
    compat: { keepOtherEvents: true },
  }),
  success: 200,
  body: ({ updateWebhook: { webhook } }) => ({
    success: true as const,
    webhook: { ...toBase(webhook), ...toCounted(webhook), updatedAt: webhook.updatedAt },
  }),
  otherwise: 'UPDATE_WEBHOOK_FAILED',
});
