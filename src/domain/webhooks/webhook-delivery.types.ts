import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { DeliveryStatus } from './webhook.js';
import { WebhookEventName } from './webhook-event.js';

registerEnumType(DeliveryStatus, {
  name: 'WebhookDeliveryStatus',
  description: 'Status of a delivery.',
  valuesConfig: {
    PENDING: { description: 'Its next attempt is to come, or under way.' },
    DELIVERED: { description: 'The receiver answered with a 2xx status.' },
    FAILED: { description: 'Every attempt failed.' },
    SKIPPED: {
      description:
        'The webhook was disabled when the event happened, or before it was delivered. Sent only by redeliverSkippedWebhookDeliveries or redeliverWebhookDelivery.',
    },
  },
});

@ObjectType('WebhookAttempt', { description: 'One attempt of a delivery, once it has ended.' })
export class WebhookAttemptType {
  @Field(() => Int, { description: 'From 1.' })
  number: number;

  @Field(() => DateTime, { description: 'When it was sent.' })
  startedAt: Date;

  @Field(() => Int, { description: 'Response time of the receiver, in milliseconds.' })
  durationMs: number;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the response; null if there was none.' })
  status: number | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it succeeded.' })
  error: string | null;

  @Field(() => String, { nullable: true, description: 'Start of the response body; null if there was no response.' })
  responseExcerpt: string | null;
}

@ObjectType('WebhookDelivery', { implements: Node, description: 'One event for one webhook. Kept for 30 days.' })
export class WebhookDeliveryType {
  @Field(() => ID, { description: '`X-Service-Delivery` and `webhook-id`: the same for every attempt.' })
  id: string;

  @Field(() => ID, { description: 'The webhook.' })
  webhookId: string;

  @Field(() => WebhookEventName, { description: '`X-Service-Event`.' })
  event: WebhookEventName;

  @Field(() => String, { description: 'The body, exactly as signed and sent.' })
  body: string;

  @Field(() => DeliveryStatus, { description: 'Progress of the delivery.' })
  status: DeliveryStatus;

  @Field(() => Boolean, { description: 'Whether it was created by sendTestWebhook.' })
  isTest: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the next attempt is due; null once it has ended.',
  })
  nextAttemptAt: Date | null;

  @Field(() => DateTime, { description: 'When the event happened.' })
  createdAt: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it ended; null if it has not.' })
  endedAt: Date | null;
}

@ObjectType({
  description: 'A change of a delivery: it was created, or an attempt has ended.',
})
export class WebhookDeliveryEvent {
  @Field(() => String, {
    description: 'The cursor of this change. Pass it as `after` to `webhookActivity` to continue after it. Opaque.',
  })
  cursor: string;

  @Field(() => WebhookDeliveryType, {
    description: 'As it is when the event is sent, so that a normalised cache follows.',
  })
  delivery: WebhookDeliveryType;
}

export const WebhookDeliveryConnection = connectionOf('WebhookDelivery', WebhookDeliveryType);

@InputType({ description: 'The delivery to send again.' })
export class RedeliverWebhookDeliveryInput {
  @Field(() => ID, { description: 'The delivery: 24 hexadecimal characters.' })
  deliveryId: string;
}

@InputType({ description: 'The skipped deliveries to send.' })
export class RedeliverSkippedWebhookDeliveriesInput {
  @Field(() => ID, { description: 'The webhook, which must be enabled: 24 hexadecimal characters.' })
  webhookId: string;

  @Field(() => DateTime, { description: 'Only events that happened at this time or later.' })
  since: Date;
}

@InputType({ description: 'A test event to send.' })
export class SendTestWebhookInput {
  @Field(() => ID, { description: 'The webhook: 24 hexadecimal characters.' })
  webhookId: string;

  @Field(() => WebhookEventName, { nullable: true, description: 'Defaults to the first event of the webhook.' })
  event?: WebhookEventName | null;
}

@ObjectType({ description: 'Result of redeliverWebhookDelivery.' })
export class RedeliverWebhookDeliveryPayload {
  @Field(() => WebhookDeliveryType, { description: 'The delivery, now due.' })
  delivery: WebhookDeliveryType;
}

@ObjectType({ description: 'Result of redeliverSkippedWebhookDeliveries.' })
export class RedeliverSkippedWebhookDeliveriesPayload {
  @Field(() => Int, { description: 'Number of deliveries that are now due.' })
  count: number;

  @Field(() => Boolean, {
    description: 'Whether there may be more: call again with the same `since`.',
  })
  hasMore: boolean;
}

@ObjectType({ description: 'Result of sendTestWebhook.' })
export class SendTestWebhookPayload {
  @Field(() => WebhookDeliveryType, { description: 'The delivery, now due.' })
  delivery: WebhookDeliveryType;
}
