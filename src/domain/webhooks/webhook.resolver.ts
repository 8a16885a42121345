import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  newestFirst,
  pageOf,
} from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import type { CreateWebhook } from './create-webhook.use-case.js';
import type { DeleteWebhook } from './delete-webhook.use-case.js';
import type { RegenerateWebhookSecret } from './regenerate-webhook-secret.use-case.js';
import type { UpdateWebhook } from './update-webhook.use-case.js';
import { findWebhook, webhooksOfUser } from './webhook.repository.js';
import {
  CreateWebhookInput,
  CreateWebhookPayload,
  DeleteWebhookInput,
  DeleteWebhookPayload,
  RegenerateWebhookSecretInput,
  RegenerateWebhookSecretPayload,
  UpdateWebhookInput,
  UpdateWebhookPayload,
  WebhookConnection,
  WebhookType,
} from './webhook.types.js';
import type { WebhooksContext } from './webhooks.context.js';

const WEBHOOKS = byTime('webhooks');

/** Managing webhooks. */
@Resolver()
export class WebhookResolver {
  constructor(
    private readonly needs: {
      db: Db;
      createWebhook: CreateWebhook;
      updateWebhook: UpdateWebhook;
      deleteWebhook: DeleteWebhook;
      regenerateWebhookSecret: RegenerateWebhookSecret;
    },
  ) {}

  @Query(() => WebhookConnection, { description: 'Your webhooks, at most 10, newest first.' })
  async webhooks(
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<WebhookType>> {
    const webhooks = await webhooksOfUser(this.needs.db, viewer.userId);
    return pageOf({ first, after }, webhooks, {
      cursors: WEBHOOKS,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: newestFirst,
    });
  }

  @Query(() => WebhookType, {
    nullable: true,
    description: 'Your webhook with this id; null if you have none. A malformed id is ID_INVALID.',
  })
  webhook(
    @CurrentViewer() viewer: Viewer,
    @Arg('id', () => ID, { description: '24 hexadecimal characters.' }) id: string,
  ): Promise<WebhookType | null> {
    return findWebhook(this.needs.db, viewer.userId, parseId('id', id));
  }

  @Mutation(() => CreateWebhookPayload, {
    description:
      'Creates a webhook, at most 10. The result contains the secret that its deliveries are signed with. Errors: WEBHOOK_FIELDS_REQUIRED, WEBHOOK_NAME_TOO_LONG, TEXT_NOT_PUBLISHABLE, URL_INVALID, WEBHOOK_URL_LOCALHOST, WEBHOOK_URL_PRIVATE, WEBHOOK_URL_LINK_LOCAL, WEBHOOK_URL_METADATA, WEBHOOK_URL_NOT_PUBLIC, WEBHOOK_LIMIT_REACHED.',
    complexity: COST.recorded,
  })
  createWebhook(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => CreateWebhookInput, { description: 'The webhook.' }) input: CreateWebhookInput,
    @Ctx() { compat }: Pick<WebhooksContext, 'compat'>,
  ): Promise<CreateWebhookPayload> {
    return this.needs.createWebhook(viewer, { ...input, validateUrl: compat === null });
  }

  @Mutation(() => UpdateWebhookPayload, {
    description:
      'Changes a webhook. Errors: ID_INVALID, WEBHOOK_NOT_FOUND, WEBHOOK_FIELDS_REQUIRED, WEBHOOK_NAME_TOO_LONG, TEXT_NOT_PUBLISHABLE, URL_INVALID, WEBHOOK_URL_LOCALHOST, WEBHOOK_URL_PRIVATE, WEBHOOK_URL_LINK_LOCAL, WEBHOOK_URL_METADATA, WEBHOOK_URL_NOT_PUBLIC.',
    complexity: COST.recorded,
  })
  async updateWebhook(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => UpdateWebhookInput, { description: 'The changes.' }) input: UpdateWebhookInput,
    @Ctx() { compat }: Pick<WebhooksContext, 'compat'>,
  ): Promise<UpdateWebhookPayload> {
    const { name = null, url = null, events = null, isActive = null } = input;
    const id = parseId('webhookId', input.webhookId);
    const { keepFailureCount = false, keepOtherEvents = false } = compat ?? {};
    const ways = { validateUrl: compat === null, keepFailureCount, keepOtherEvents };
    return { webhook: await this.needs.updateWebhook(viewer, { id, name, url, events, isActive, ...ways }) };
  }

  @Mutation(() => DeleteWebhookPayload, {
    description: 'Deletes a webhook with its deliveries: nothing more is sent. Errors: ID_INVALID, WEBHOOK_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async deleteWebhook(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => DeleteWebhookInput, { description: 'The webhook.' }) input: DeleteWebhookInput,
  ): Promise<DeleteWebhookPayload> {
    const deletedWebhookId = parseId('webhookId', input.webhookId);
    await this.needs.deleteWebhook(viewer, deletedWebhookId);
    return { deletedWebhookId };
  }

  @Mutation(() => RegenerateWebhookSecretPayload, {
    description:
      'Generates a new secret, used to sign every attempt from now on. Errors: ID_INVALID, WEBHOOK_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async regenerateWebhookSecret(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => RegenerateWebhookSecretInput, { description: 'The webhook.' })
    input: RegenerateWebhookSecretInput,
  ): Promise<RegenerateWebhookSecretPayload> {
    return { secret: await this.needs.regenerateWebhookSecret(viewer, parseId('webhookId', input.webhookId)) };
  }
}
