import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WebhookEventName } from './webhook-event.js';

registerEnumType(WebhookEventName, {
  name: 'WebhookEventName',
  description: 'What a webhook can be told of. Its body spells it in lower case with a dot: `post.published`.',
  valuesConfig: {
    POST_SCHEDULED: { description: 'A platform post has a time, or another one than before.' },
    POST_PUBLISHED: { description: 'The platform has the post.' },
    POST_FAILED: { description: 'The platform post has failed for good.' },
    TOKEN_EXPIRING: { description: 'The access to a connected account ends within seven days.' },
  },
});

@ObjectType('Webhook', { description: 'An address that is told of your events, without its secret.' })
export class WebhookType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => ID, { description: 'Whose events it is told of.' })
  userId: string;

  @Field(() => String, { description: 'Name that its owner gave it.' })
  name: string;

  @Field(() => String, { description: 'Where deliveries are posted to.' })
  url: string;

  @Field(() => [WebhookEventName], { description: 'What it is told of.' })
  events: WebhookEventName[];

  @Field(() => Boolean, {
    description: 'Five failures in a row switch it off, see `failureCount`; its owner gets an e-mail.',
  })
  isActive: boolean;

  @Field(() => Int, {
    description:
      'Steps of the retry plan that failed since an attempt succeeded last: after a failure that counts, the next counts when it begins 10 s, 1 min, 5 min and 30 min later (by default).',
  })
  failureCount: number;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it was last sent something; null: never.' })
  lastTriggeredAt: Date | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' })
  createdAt: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was changed last.' })
  updatedAt: Date;
}

const VALIDATE_URL = {
  defaultValue: true,
  description:
    'Refuse an address that no delivery would reach: loopback, private, link-local, metadata (WEBHOOK_URL_…). Where a name leads is checked at each delivery.',
};

@InputType({ description: 'A new webhook.' })
export class CreateWebhookInput {
  @Field(() => String, {
    description: 'Not empty: WEBHOOK_FIELDS_REQUIRED. At most 200 characters: WEBHOOK_NAME_TOO_LONG.',
  })
  name: string;

  @Field(() => String, {
    description:
      'http or https: WEBHOOK_URL_INVALID, WEBHOOK_SCHEME_INVALID. At most 2,048 characters: WEBHOOK_URL_TOO_LONG.',
  })
  url: string;

  @Field(() => [WebhookEventName], { description: 'At least one: WEBHOOK_FIELDS_REQUIRED.' })
  events: WebhookEventName[];

  @Field(() => Boolean, VALIDATE_URL)
  validateUrl: boolean;
}

@InputType({ description: 'Changes of a webhook. What is left out stays as it is.' })
export class UpdateWebhookInput {
  @Field(() => ID, { description: 'The webhook: 24 hexadecimal characters.' })
  id: string;

  @Field(() => String, {
    nullable: true,
    description: 'Not empty: WEBHOOK_FIELDS_REQUIRED. At most 200 characters: WEBHOOK_NAME_TOO_LONG.',
  })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'http or https: WEBHOOK_URL_INVALID, WEBHOOK_SCHEME_INVALID. At most 2,048 characters: WEBHOOK_URL_TOO_LONG. What waits is sent there, too.',
  })
  url?: string | null;

  @Field(() => [WebhookEventName], { nullable: true, description: 'At least one: WEBHOOK_FIELDS_REQUIRED.' })
  events?: WebhookEventName[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False: what still waits to be sent is skipped, and what happens is only recorded. True: what was skipped is not sent by itself, see redeliverSkipped.',
  })
  isActive?: boolean | null;

  @Field(() => Boolean, VALIDATE_URL)
  validateUrl: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Switch it on again without setting failureCount to 0, as REST does.',
  })
  keepFailureCount: boolean;
}

@InputType({ description: 'The webhook to remove.' })
export class DeleteWebhookInput {
  @Field(() => ID, { description: 'The webhook: 24 hexadecimal characters.' })
  id: string;
}

@InputType({ description: 'The webhook that gets a new secret.' })
export class RegenerateWebhookSecretInput {
  @Field(() => ID, { description: 'The webhook: 24 hexadecimal characters.' })
  id: string;
}

@ObjectType({ description: 'Answer of createWebhook.' })
export class CreateWebhookPayload {
  @Field(() => WebhookType, { description: 'As it was made.' })
  webhook: WebhookType;

  @Field(() => String, { description: 'What its deliveries are signed with. It is shown this once.' })
  secret: string;
}

@ObjectType({ description: 'Answer of updateWebhook.' })
export class UpdateWebhookPayload {
  @Field(() => WebhookType, { description: 'As it is now.' })
  webhook: WebhookType;
}

@ObjectType({ description: 'Answer of deleteWebhook.' })
export class DeleteWebhookPayload {
  @Field(() => ID, { description: 'Id of the webhook that was removed.' })
  deletedId: string;
}

@ObjectType({ description: 'Answer of regenerateWebhookSecret.' })
export class RegenerateWebhookSecretPayload {
  @Field(() => String, { description: 'What its deliveries are signed with from now on. It is shown this once.' })
  secret: string;
}
