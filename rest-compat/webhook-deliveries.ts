/** What webhooks are sent, for the OpenAPI document. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import type { ContractEventName } from '../src/domain/webhooks/webhook-event.js';
import { id, isoTime, platformKey } from './fields.js';
import { toSchema } from './to-schema.js';

const post = z.object({ postId: id, postGroupId: id, platform: platformKey });
const error = z.object({ code: z.string(), message: z.string() });
const platformId = z.string().describe('The connection, for example `network-abc`.');

const EVENTS: Record<ContractEventName, { summary: string; data: z.ZodObject }> = {
  'post.scheduled': { summary: 'A post was scheduled or rescheduled', data: post.extend({ scheduledAt: isoTime }) },
  'post.published': { summary: 'A post is live', data: post.extend({ publishedAt: isoTime }) },
  'post.failed': { summary: 'A post failed permanently', data: post.extend({ error, failedAt: isoTime }) },
  'token.expiring': {
    summary: 'An access token expires within seven days',
    data: z.object({ platform: platformKey, platformId, username: z.string(), expiresAt: isoTime }),
  },
};

const HEADERS = {
  'X-Service-Event': 'The event.',
  'X-Service-Signature': 'HMAC-SHA256 of the body with the secret, in hexadecimal.',
  'X-Service-Delivery': 'Id of the delivery, the same for every attempt.',
  'webhook-id': 'The id of the delivery, as defined by Standard Webhooks, like the next two.',
  'webhook-timestamp': 'Time of the attempt, as a Unix timestamp in seconds.',
  'webhook-signature': 'The signature, as defined by Standard Webhooks.',
};

/** The request of each event, by its name. */
export const webhookDeliveries = (): Record<string, Record<string, OpenAPIV3_1.OperationObject>> =>
  Object.fromEntries(Object.entries(EVENTS).map(([name, event]) => [name, { post: delivery(name, event) }]));

function delivery(name: string, { summary, data }: (typeof EVENTS)[ContractEventName]): OpenAPIV3_1.OperationObject {
  const schema = toSchema(z.object({ event: z.literal(name), timestamp: isoTime, data }), 'output');
  return {
    operationId: name.replace(/\.(.)/, (_dot, letter: string) => letter.toUpperCase()),
    tags: ['Webhooks'],
    summary,
    // No credentials: its signature shows where it is from.
    security: [],
    parameters: Object.entries(HEADERS).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Received. Any other response, or none within ten seconds, is retried.' } },
  };
}
