import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../foundation/graphql/page-info.types.js';
import { DeliveryStatus } from './webhook.js';
import { WebhookEventName } from './webhook-event.js';

registerEnumType(DeliveryStatus, {
  name: 'WebhookDeliveryStatus',
  description: 'How far a delivery is.',
  valuesConfig: {
    PENDING: { description: 'Its next attempt is to come, or under way.' },
    FAILED: { description: 'Every attempt failed.' },
    SKIPPED: {
      description:
        'The webhook was switched off when the event happened, or before it was delivered. Sent by redeliverSkipped or redeliverWebhook alone.',
    },
    CANCELLED: {
      description: 'The webhook was switched off before it was delivered, in an earlier version.',
      deprecationReason: 'It is `SKIPPED` now.',
    },
  },
});

@ObjectType('WebhookAttempt', { description: 'One request of a delivery, once it has ended.' })
export class WebhookAttemptType {
  @Field(() => Int, { description: 'From 1.' })
  number: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When it left.' })
  startedAt: Date;

  @Field(() => Int, { description: 'How long the receiver took, in milliseconds.' })
  durationMs: number;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the answer; null without an answer.' })
  status: number | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null when it did not.' })
  error: string | null;

  @Field(() => String, { nullable: true, description: 'How the answer’s body begins; null without an answer.' })
  responseExcerpt: string | null;
}

@ObjectType('WebhookDelivery', { description: 'One event for one webhook. Kept for 30 days.' })
export class WebhookDeliveryType {
  @Field(() => ID, { description: '`X-Service-Delivery` and `webhook-id`: the same at each attempt.' })
  id: string;

  @Field(() => ID, { description: 'The webhook.' })
  webhookId: string;

  @Field(() => WebhookEventName, { description: '`X-Service-Event`.' })
  event: WebhookEventName;

  @Field(() => String, { description: 'The body as it is signed and sent.' })
  body: string;

  @Field(() => DeliveryStatus, { description: 'How far it is.' })
  status: DeliveryStatus;

  @Field(() => Boolean, { description: 'Whether sendTestWebhook made it.' })
  isTest: boolean;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it is due; null once it has ended.' })
  nextAttemptAt: Date | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When the event happened.' })
  createdAt: Date;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it ended; null: not yet.' })
  endedAt: Date | null;
}

@ObjectType({ description: 'A delivery on a page.' })
export class WebhookDeliveryEdge {
  @Field(() => String, { description: 'Where it stands, for `after`.' })
  cursor: string;

  @Field(() => WebhookDeliveryType, { description: 'The delivery.' })
  node: WebhookDeliveryType;
}

@ObjectType({ description: 'A page of deliveries.' })
export class WebhookDeliveryConnection {
  @Field(() => [WebhookDeliveryEdge], { description: 'Newest first.' })
  edges: WebhookDeliveryEdge[];

  @Field(() => PageInfo, { description: 'Where the page stands.' })
  pageInfo: PageInfo;
}

@InputType({ description: 'The delivery to send again.' })
export class RedeliverWebhookInput {
  @Field(() => ID, { description: 'The delivery: 24 hexadecimal characters.' })
  deliveryId: string;
}

@InputType({ description: 'The skipped deliveries to send.' })
export class RedeliverSkippedInput {
  @Field(() => ID, { description: 'The webhook, which is switched on: 24 hexadecimal characters.' })
  webhookId: string;

  @Field(() => GraphQLDateTimeISO, { description: 'Only events that happened at this moment or later.' })
  since: Date;
}

@InputType({ description: 'What to try a receiver with.' })
export class SendTestWebhookInput {
  @Field(() => ID, { description: 'The webhook: 24 hexadecimal characters.' })
  webhookId: string;

  @Field(() => WebhookEventName, { nullable: true, description: 'Left out: the first event of the webhook.' })
  event?: WebhookEventName | null;
}

@ObjectType({ description: 'Answer of redeliverWebhook.' })
export class RedeliverWebhookPayload {
  @Field(() => WebhookDeliveryType, { description: 'The delivery, which is due now.' })
  delivery: WebhookDeliveryType;
}

@ObjectType({ description: 'Answer of redeliverSkipped.' })
export class RedeliverSkippedPayload {
  @Field(() => Int, { description: 'How many deliveries are due now.' })
  count: number;

  @Field(() => Boolean, {
    description: 'There can be more than were taken at a time: ask again with the same `since`.',
  })
  hasMore: boolean;
}

@ObjectType({ description: 'Answer of sendTestWebhook.' })
export class SendTestWebhookPayload {
  @Field(() => WebhookDeliveryType, { description: 'The delivery, which is due now.' })
  delivery: WebhookDeliveryType;
}
