import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root, Subscription } from 'type-graphql';
import { AFTER, byId, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { NullOnlyWithError } from '../../foundation/graphql/directives.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer, viewerWith } from '../identity/graphql/viewer.context.js';
import type { DeliveryChange, FollowedDelivery } from './follow-deliveries.use-case.js';
import type { RedeliverSkippedWebhookDeliveries } from './redeliver-skipped-webhook-deliveries.use-case.js';
import type { RedeliverWebhookDelivery } from './redeliver-webhook-delivery.use-case.js';
import type { SendTestWebhook } from './send-test-webhook.use-case.js';
import { DeliveryStatus, type WebhookDelivery } from './webhook.js';
import { WebhookType } from './webhook.types.js';
import {
  RedeliverSkippedWebhookDeliveriesInput,
  RedeliverSkippedWebhookDeliveriesPayload,
  RedeliverWebhookDeliveryInput,
  RedeliverWebhookDeliveryPayload,
  SendTestWebhookInput,
  SendTestWebhookPayload,
  WebhookAttemptType,
  WebhookDeliveryConnection,
  WebhookDeliveryEvent,
  WebhookDeliveryType,
} from './webhook-delivery.types.js';
import type { WebhooksContext } from './webhooks.context.js';

const DELIVERIES = byId('deliveries');

/** What was sent to webhooks, and what became of it. */
@Resolver(() => WebhookDeliveryType)
export class WebhookDeliveryResolver {
  constructor(
    private readonly needs: {
      redeliverWebhookDelivery: RedeliverWebhookDelivery;
      redeliverSkippedWebhookDeliveries: RedeliverSkippedWebhookDeliveries;
      sendTestWebhook: SendTestWebhook;
    },
  ) {}

  @FieldResolver(() => WebhookType, {
    nullable: true,
    description: 'The webhook; null only if it is deleted between reading the delivery and reading the webhook.',
  })
  webhook(
    @Root() { webhookId }: WebhookDeliveryType,
    @Ctx() { loaders }: WebhooksContext,
  ): Promise<WebhookType | null> {
    return loaders.webhook.load(webhookId);
  }

  @FieldResolver(() => [WebhookAttemptType], { description: 'In order.' })
  attempts(
    @Root() { attempts, ...delivery }: WebhookDelivery & Partial<FollowedDelivery>,
    @Ctx() { loaders }: WebhooksContext,
  ): WebhookAttemptType[] | Promise<WebhookAttemptType[]> {
    return attempts ?? loaders.attemptsOfDelivery.load(delivery);
  }

  @Mutation(() => RedeliverWebhookDeliveryPayload, {
    description:
      'Resends a delivery that has ended, with the same id and body and a new signature. Errors: ID_INVALID, WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_DELIVERY_PENDING, WEBHOOK_INACTIVE.',
    complexity: COST.webhookRequest,
  })
  async redeliverWebhookDelivery(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => RedeliverWebhookDeliveryInput, { description: 'The delivery.' })
    input: RedeliverWebhookDeliveryInput,
  ): Promise<RedeliverWebhookDeliveryPayload> {
    return { delivery: await this.needs.redeliverWebhookDelivery(viewer, parseId('deliveryId', input.deliveryId)) };
  }

  @Mutation(() => RedeliverSkippedWebhookDeliveriesPayload, {
    description:
      'Sends the deliveries that were SKIPPED while a webhook was disabled, oldest first, at most 10,000 at a time. Events of one post are delivered in order. Errors: ID_INVALID, WEBHOOK_NOT_FOUND, WEBHOOK_INACTIVE.',
    complexity: 10 * COST.webhookRequest,
  })
  redeliverSkippedWebhookDeliveries(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => RedeliverSkippedWebhookDeliveriesInput, { description: 'The webhook and the start time.' })
    input: RedeliverSkippedWebhookDeliveriesInput,
  ): Promise<RedeliverSkippedWebhookDeliveriesPayload> {
    const webhookId = parseId('webhookId', input.webhookId);
    return this.needs.redeliverSkippedWebhookDeliveries(viewer, { webhookId, since: input.since });
  }

  @Mutation(() => SendTestWebhookPayload, {
    description:
      'Sends a sample event about a fictitious post, once. Also works for a disabled webhook, and does not count as a failure. Errors: ID_INVALID, WEBHOOK_NOT_FOUND.',
    complexity: COST.webhookRequest,
  })
  async sendTestWebhook(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => SendTestWebhookInput, { description: 'The webhook and the event.' })
    input: SendTestWebhookInput,
  ): Promise<SendTestWebhookPayload> {
    const { event = null } = input;
    const webhookId = parseId('webhookId', input.webhookId);
    return { delivery: await this.needs.sendTestWebhook(viewer, { webhookId, event }) };
  }

  @Subscription(() => WebhookDeliveryEvent, {
    description:
      'Changes of your deliveries: when they are created, and after each attempt; from now on, or, with `after`, first those after that cursor, so that a subscriber that returns misses none. A delivery that changed several times in between is sent once, as it is. While the database is unavailable it waits, then continues without a gap. Errors: ID_INVALID; WEBHOOK_NOT_FOUND; CURSOR_EXPIRED if the delivery of the cursor was removed (it is kept for 30 days), or the database lost it; PAGE_INVALID if `after` is not a cursor; INTERNAL_ERROR if it is opened while the database is unavailable.',
    subscribe: async ({ args, context }) => {
      const { live } = context as WebhooksContext;
      const webhookId = args.webhookId == null ? null : parseId('webhookId', args.webhookId);
      return live.followDeliveries(await viewerWith(context, 'READ'), { webhookId, after: args.after ?? null });
    },
  })
  webhookActivity(
    @Root() change: DeliveryChange,
    @Arg('webhookId', () => ID, { nullable: true, description: 'Filter by webhook; defaults to all.' })
    _webhookId: string | null,
    @Arg('after', () => String, {
      nullable: true,
      description: '`cursor` of the last change seen. If omitted, only new changes are sent.',
    })
    _after: string | null,
  ): WebhookDeliveryEvent {
    return change;
  }
}

@Resolver(() => WebhookType)
export class WebhookDeliveriesResolver {
  @NullOnlyWithError()
  @FieldResolver(() => WebhookDeliveryConnection, {
    nullable: true,
    description: 'What was sent to it in the last 30 days, newest first; null only with an error: PAGE_INVALID.',
  })
  deliveries(
    @Root() webhook: WebhookType,
    @Ctx() { loaders }: WebhooksContext,
    @Arg('status', () => DeliveryStatus, { nullable: true, description: 'Filter by status; defaults to all.' })
    status?: DeliveryStatus | null,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<WebhookDeliveryType>> {
    const which = { webhookId: webhook.id, status: status ?? null };
    return readPage(
      { first, after },
      {
        cursors: DELIVERIES,
        positionOf: ({ id }) => ({ id }),
        read: (page) => loaders.deliveryPage.load({ ...which, after: page.after?.id ?? null, limit: page.limit }),
        count: () => loaders.deliveryCount.load(which),
      },
    );
  }
}
