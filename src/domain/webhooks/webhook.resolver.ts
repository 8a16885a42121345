import { Arg, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AFTER, type Connection, FIRST, pageOf } from '../../foundation/graphql/connection.types.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/viewer.js';
import { CurrentViewer } from '../identity/viewer-context.js';
import type {
  CreateWebhook,
  DeleteWebhook,
  RegenerateWebhookSecret,
  UpdateWebhook,
} from './manage-webhooks.use-case.js';
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
    return pageOf({ first, after }, webhooks, { timeOf: ({ createdAt }) => createdAt, newestFirst: true });
  }

  @Query(() => WebhookType, {
    nullable: true,
    description: 'A webhook of yours; null when you have none with this id. A malformed id is ID_INVALID.',
  })
  webhook(
    @CurrentViewer() viewer: Viewer,
    @Arg('id', () => ID, { description: '24 hexadecimal characters.' }) id: string,
  ): Promise<WebhookType | null> {
    return findWebhook(this.needs.db, viewer.userId, parseId('id', id));
  }

  @Mutation(() => CreateWebhookPayload, {
    description:
      'Creates a webhook, at most 10: WEBHOOK_LIMIT_REACHED. The result contains the secret that its deliveries are signed with.',
  })
  createWebhook(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => CreateWebhookInput, { description: 'The webhook.' }) input: CreateWebhookInput,
  ): Promise<CreateWebhookPayload> {
    return this.needs.createWebhook(viewer, { ...input });
  }

  @Mutation(() => UpdateWebhookPayload, { description: 'Changes a webhook. WEBHOOK_NOT_FOUND.' })
  async updateWebhook(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => UpdateWebhookInput, { description: 'The changes.' }) input: UpdateWebhookInput,
  ): Promise<UpdateWebhookPayload> {
    const { name = null, url = null, events = null, isActive = null, validateUrl, keepFailureCount } = input;
    const id = parseId('webhookId', input.webhookId);
    const changes = { id, name, url, events, isActive, validateUrl, keepFailureCount };
    return { webhook: await this.needs.updateWebhook(viewer, changes) };
  }

  @Mutation(() => DeleteWebhookPayload, {
    description: 'Deletes a webhook with its deliveries: nothing more is sent. WEBHOOK_NOT_FOUND.',
  })
  async deleteWebhook(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => DeleteWebhookInput, { description: 'The webhook.' }) input: DeleteWebhookInput,
  ): Promise<DeleteWebhookPayload> {
    const deletedWebhookId = parseId('webhookId', input.webhookId);
    await this.needs.deleteWebhook(viewer, deletedWebhookId);
    return { deletedWebhookId };
  }

  @Mutation(() => RegenerateWebhookSecretPayload, {
    description: 'Generates a new secret, used to sign every attempt from now on. WEBHOOK_NOT_FOUND.',
  })
  async regenerateWebhookSecret(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => RegenerateWebhookSecretInput, { description: 'The webhook.' })
    input: RegenerateWebhookSecretInput,
  ): Promise<RegenerateWebhookSecretPayload> {
    return { secret: await this.needs.regenerateWebhookSecret(viewer, parseId('webhookId', input.webhookId)) };
  }
}
