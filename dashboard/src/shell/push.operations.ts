import { graphql } from '../api/graphql.js';

export const PUSH_SUBSCRIPTION = graphql(`
  query PushSubscription {
    pushSubscription {
      key
      subscribedAt
    }
  }
`);

export const SUBSCRIBE_TO_PUSH = graphql(`
  mutation SubscribeToPush($input: SubscribeToPushInput!) {
    subscribeToPush(input: $input) {
      pushSubscription {
        key
        subscribedAt
      }
    }
  }
`);

export const UNSUBSCRIBE_FROM_PUSH = graphql(`
  mutation UnsubscribeFromPush {
    unsubscribeFromPush {
      pushSubscription {
        key
        subscribedAt
      }
    }
  }
`);
