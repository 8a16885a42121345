import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, Url } from '../../foundation/graphql/scalars.js';
import { WebhookEventName } from './webhook-event.js';

registerEnumType(WebhookEventName, {
  name: 'WebhookEventName',
  description: 'Events that a webhook can receive. Its body spells it in lower case with a dot: `post.published`.',
  valuesConfig: {
    POST_SCHEDULED: { description: 'A platform post has a time, or another one than before.' },
    POST_PUBLISHED: { description: 'The platform has the post.' },
    POST_FAILED: { description: 'The platform post has failed permanently.' },
    TOKEN_EXPIRING: { description: 'The access to a connected account ends within seven days.' },
    FIRST_COMMENT_PUBLISHED: { description: 'The platform has the first comment on a post.' },
    FIRST_COMMENT_FAILED: { description: 'The first comment on a post has failed. Its post may be live.' },
    METRICS_UPDATED: {
      description:
        'Numbers of posts of an account were read: at most 100 posts with their latest values. Not offered over REST.',
    },
  },
});

@ObjectType('Webhook', {
  implements: Node,
  description: 'A URL that receives your events. Its secret is not included.',
})
export class WebhookType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Name given by its owner.' })
  name: string;

  @Field(() => Url, { description: 'The URL that deliveries are sent to.' })
  url: string;

  @Field(() => [WebhookEventName], { description: 'The events that it receives.' })
  events: WebhookEventName[];

  @Field(() => Boolean, {
    description:
      'Whether it is enabled. Five consecutive failures disable it, see `failureCount`; its owner is notified by e-mail.',
  })
  isActive: boolean;

  @Field(() => Int, {
    description:
      'Failed steps of the retry schedule since the last successful attempt: after a counted failure, the next one counts if it starts 10 s, 1 min, 5 min and 30 min later (by default).',
  })
  failureCount: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When something was last sent to it; null if never.',
  })
  lastTriggeredAt: Date | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When it was last updated.' })
  updatedAt: Date;
}

export const WebhookConnection = connectionOf('Webhook', WebhookType);

@InputType({ description: 'A new webhook.' })
export class CreateWebhookInput {
  @Field(() => String, {
    description: 'Not empty: WEBHOOK_FIELDS_REQUIRED. At most 200 characters: WEBHOOK_NAME_TOO_LONG.',
  })
  name: string;

  @Field(() => Url, {
    description:
      'Loopback, private, link-local and metadata addresses are refused (WEBHOOK_URL_…); host names are resolved and checked at each delivery.',
  })
  url: string;

  @Field(() => [WebhookEventName], { description: 'At least one: WEBHOOK_FIELDS_REQUIRED.' })
  events: WebhookEventName[];
}

@InputType({ description: 'Changes to a webhook. Omitted fields are unchanged.' })
export class UpdateWebhookInput {
  @Field(() => ID, { description: 'The webhook: 24 hexadecimal characters.' })
  webhookId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Not empty: WEBHOOK_FIELDS_REQUIRED. At most 200 characters: WEBHOOK_NAME_TOO_LONG.',
  })
  name?: string | null;

  @Field(() => Url, {
    nullable: true,
    description:
      'Loopback, private, link-local and metadata addresses are refused (WEBHOOK_URL_…); host names are resolved and checked at each delivery. Pending deliveries are sent to the new URL.',
  })
  url?: string | null;

  @Field(() => [WebhookEventName], { nullable: true, description: 'At least one: WEBHOOK_FIELDS_REQUIRED.' })
  events?: WebhookEventName[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False: pending deliveries are skipped, and new events are only recorded. True: skipped deliveries are not sent automatically, see redeliverSkippedWebhookDeliveries.',
  })
  isActive?: boolean | null;
}

@InputType({ description: 'The webhook to remove.' })
export class DeleteWebhookInput {
  @Field(() => ID, { description: 'The webhook: 24 hexadecimal characters.' })
  webhookId: string;
}

@InputType({ description: 'The webhook that gets a new secret.' })
export class RegenerateWebhookSecretInput {
  @Field(() => ID, { description: 'The webhook: 24 hexadecimal characters.' })
  webhookId: string;
}

@ObjectType({ description: 'Result of createWebhook.' })
export class CreateWebhookPayload {
  @Field(() => WebhookType, { description: 'The created webhook.' })
  webhook: WebhookType;

  @Field(() => String, { description: 'The secret that its deliveries are signed with. It is shown only once.' })
  secret: string;
}

@ObjectType({ description: 'Result of updateWebhook.' })
export class UpdateWebhookPayload {
  @Field(() => WebhookType, { description: 'The updated webhook.' })
  webhook: WebhookType;
}

@ObjectType({ description: 'Result of deleteWebhook.' })
export class DeleteWebhookPayload {
  @Field(() => ID, { description: 'Id of the deleted webhook.' })
  deletedWebhookId: string;
}

@ObjectType({ description: 'Result of regenerateWebhookSecret.' })
export class RegenerateWebhookSecretPayload {
  @Field(() => String, {
    description: 'The secret that its deliveries are signed with from now on. It is shown only once.',
  })
  secret: string;
}
