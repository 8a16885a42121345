import { graphql, type ResultOf } from '../../api/graphql.js';

export const WEBHOOKS = graphql(`
  query Webhooks {
    webhooks(first: 100) {
      edges {
        node {
          id
          name
          url
          events
          isActive
          failureCount
          lastTriggeredAt
        }
      }
    }
  }
`);

export type ListedWebhook = NonNullable<ResultOf<typeof WEBHOOKS>['webhooks']>['edges'][number]['node'];

export const WEBHOOK = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) {
      id
      name
      url
      events
      isActive
      failureCount
      lastTriggeredAt
      createdAt
    }
  }
`);

export type Webhook = NonNullable<ResultOf<typeof WEBHOOK>['webhook']>;

export const DELIVERIES = graphql(`
  query Deliveries($id: ID!, $status: WebhookDeliveryStatus, $first: Int!, $after: String) {
    webhook(id: $id) {
      id
      deliveries(status: $status, first: $first, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            id
            event
            status
            isTest
            body
            createdAt
            endedAt
            nextAttemptAt
            attempts {
              number
              startedAt
              durationMs
              status
              error
              responseExcerpt
            }
          }
        }
      }
    }
  }
`);

export type Delivery = NonNullable<
  NonNullable<ResultOf<typeof DELIVERIES>['webhook']>['deliveries']
>['edges'][number]['node'];

/**
 * Has all fields that change. The cache stores them under their ids, and updates what shows a delivery or its webhook.
 */
export const WEBHOOK_ACTIVITY = graphql(`
  subscription WebhookActivity($webhookId: ID, $after: String) {
    webhookActivity(webhookId: $webhookId, after: $after) {
      cursor
      delivery {
        id
        status
        endedAt
        nextAttemptAt
        attempts {
          number
          startedAt
          durationMs
          status
          error
          responseExcerpt
        }
        webhook {
          id
          isActive
          failureCount
          lastTriggeredAt
        }
      }
    }
  }
`);

export const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
      webhook {
        id
      }
    }
  }
`);

export const UPDATE_WEBHOOK = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        id
        name
        url
        events
        isActive
        failureCount
      }
    }
  }
`);

export const ROTATE_SECRET = graphql(`
  mutation RotateSecret($input: RegenerateWebhookSecretInput!) {
    regenerateWebhookSecret(input: $input) {
      secret
    }
  }
`);

export const DELETE_WEBHOOK = graphql(`
  mutation DeleteWebhook($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      deletedWebhookId
    }
  }
`);

export const SEND_SAMPLE = graphql(`
  mutation SendSample($input: SendTestWebhookInput!) {
    sendTestWebhook(input: $input) {
      delivery {
        id
      }
    }
  }
`);

export const REDELIVER = graphql(`
  mutation Redeliver($input: RedeliverWebhookDeliveryInput!) {
    redeliverWebhookDelivery(input: $input) {
      delivery {
        id
        status
        endedAt
        nextAttemptAt
      }
    }
  }
`);

export const REDELIVER_SKIPPED = graphql(`
  mutation RedeliverSkipped($input: RedeliverSkippedWebhookDeliveriesInput!) {
    redeliverSkippedWebhookDeliveries(input: $input) {
      count
      hasMore
    }
  }
`);
