import { z } from 'zod';
import {
  assertComplete,
  parseApiUrl,
  parseContractEvents,
  parseDashboardUrl,
  parseWebhookName,
  unknownEventsOfNew,
} from '../src/domain/webhooks/parse-webhook.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { id, isoTime, success } from './fields.js';
import { route } from './route.js';
import {
  base,
  counted,
  events,
  name,
  type Stored,
  toBase,
  toCounted,
  URL_REFUSALS,
  undotted,
  url,
  webhookFields,
  webhookId,
} from './webhook-shapes.js';

const listed = base.extend(counted.shape).extend({
  createdAt: isoTime,
  updatedAt: isoTime,
  __v: z.int().describe('Ignore it.'),
});

const created = base.extend({ secret: z.string().describe('Shown only once.'), createdAt: isoTime });
const newWebhook = z.object({ name, url, events });

const toListed = (webhook: Stored) => {
  const { createdAt, updatedAt } = webhook;
  return { ...toBase(webhook), ...toCounted(webhook), createdAt, updatedAt, __v: 0 };
};

const LIST = graphql('query RestListWebhooks { webhooks(first: 100) { edges { node { ...RestWebhook } } } }', [
  webhookFields,
]);
const LIST_WITH_USER = graphql(
  'query RestDashboardListWebhooks { viewer { id } webhooks(first: 100) { edges { node { ...RestWebhook } } } }',
  [webhookFields],
);
const CREATE = graphql(
  `mutation RestCreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { ...RestWebhook } } }`,
  [webhookFields],
);
const listDoc = { tag: 'Webhooks', summary: 'List your webhooks', errors: [] } as const;
const list = { method: 'get', path: '/webhooks', variables: () => ({}), success: 200 } as const;

/** GET /api/v1/webhooks [webhooks/list]: without userId and secret, in no order. */
export const listWebhooks = route({
  ...list,
  operation: LIST,
  doc: { ...listDoc, response: z.object({ success, webhooks: z.array(listed) }) },
  body: ({ webhooks }) => ({ success: true as const, webhooks: webhooks.edges.map(({ node }) => toListed(node)) }),
  otherwise: 'LIST_WEBHOOKS_FAILED',
});

/** GET /webhooks in the dashboard [webhooks/dashboard-list]: newest first, with userId. */
export const dashboardListWebhooks = route({
  ...list,
  operation: LIST_WITH_USER,
  doc: {
    ...listDoc,
    description: 'Newest first.',
    response: z.object({ success, webhooks: z.array(listed.extend({ userId: id })) }),
  },
  body: ({ viewer, webhooks }) => ({
    success: true as const,
    webhooks: webhooks.edges.map(({ node }) => ({ ...toListed(node), userId: viewer.id })),
  }),
  otherwise: 'LIST_WEBHOOKS_FAILED',
});

/** POST /webhooks: the two APIs differ in the URLs that they accept. */
const creating = (
  parseUrl: (value: unknown) => string,
  otherScheme: 'WEBHOOK_URL_NOT_HTTPS' | 'WEBHOOK_SCHEME_INVALID',
) =>
  route({
    method: 'post',
    path: '/webhooks',
    doc: {
      tag: 'Webhooks',
      summary: 'Create a webhook',
      description: 'At most 10. The secret that its deliveries are signed with is returned only in this response.',
      body: newWebhook,
      response: z.object({ success, webhook: created }),
      errors: [
        'WEBHOOK_FIELDS_REQUIRED',
        'WEBHOOK_EVENTS_INVALID',
        'WEBHOOK_LIMIT_REACHED',
        otherScheme,
        ...URL_REFUSALS,
      ],
    },
    operation: CREATE,
    variables: ({ body }) => {
      assertComplete(body);
      const name = parseWebhookName(body.name);
      const url = parseUrl(body.url);
      const events = parseContractEvents(body.events, unknownEventsOfNew).map(undotted);
      return { input: { name, url, events } };
    },
    success: 201,
    body: ({ createWebhook: { webhook, secret } }) => ({
      success: true as const,
      webhook: { ...toBase(webhook), secret, createdAt: webhook.createdAt },
    }),
    otherwise: 'CREATE_WEBHOOK_FAILED',
  });

/** POST /api/v1/webhooks [webhooks/create]. */
export const createWebhook = creating(parseApiUrl, 'WEBHOOK_URL_NOT_HTTPS');
/** POST /webhooks in the dashboard [webhooks/dashboard-protocol]. */
export const dashboardCreateWebhook = creating(parseDashboardUrl, 'WEBHOOK_SCHEME_INVALID');

/** DELETE /webhooks/:id, the same in both APIs. */
export const deleteWebhook = route({
  method: 'delete',
  path: '/webhooks/:id',
  doc: {
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    params: { id: webhookId },
    response: z.object({ success }),
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  operation: graphql(`
    mutation RestDeleteWebhook($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { deletedWebhookId } }
  `),
  variables: ({ params }) => ({ input: { webhookId: String(params.id) } }),
  success: 200,
  body: () => ({ success: true as const }),
  otherwise: 'DELETE_WEBHOOK_FAILED',
});

/** POST /webhooks/:id/regenerate-secret, the same in both APIs. */
export const regenerateWebhookSecret = route({
  method: 'post',
  path: '/webhooks/:id/regenerate-secret',
  doc: {
    tag: 'Webhooks',
    summary: 'Regenerate the secret',
    description: 'Every attempt from now on is signed with it. It is returned only in this response.',
    params: { id: webhookId },
    response: z.object({ success, secret: z.string() }),
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  operation: graphql(`
    mutation RestRegenerateWebhookSecret($input: RegenerateWebhookSecretInput!) {
      regenerateWebhookSecret(input: $input) { secret }
    }
  `),
  variables: ({ params }) => ({ input: { webhookId: String(params.id) } }),
  success: 200,
  body: ({ regenerateWebhookSecret: { secret } }) => ({ success: true as const, secret }),
  otherwise: 'REGENERATE_SECRET_FAILED',
});
