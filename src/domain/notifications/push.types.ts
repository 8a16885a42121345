import { Field, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../../foundation/graphql/scalars.js';

@ObjectType('PushSubscriptionState', { description: 'Web push to the browser of your session.' })
export class PushSubscriptionStateType {
  @Field(() => String, {
    description: 'The public key of the service (VAPID), base64url: `applicationServerKey` of `PushManager.subscribe`.',
  })
  key: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the browser was subscribed in this session; null: it is not.',
  })
  subscribedAt: Date | null;
}

@InputType({ description: "What the browser's `PushSubscription` has." })
export class SubscribeToPushInput {
  @Field(() => String, {
    description: 'Its `endpoint`: an https address of at most 2048 characters. PUSH_SUBSCRIPTION_INVALID.',
  })
  endpoint: string;

  @Field(() => String, { description: 'Its key `p256dh`, base64url of 65 bytes. PUSH_SUBSCRIPTION_INVALID.' })
  p256dh: string;

  @Field(() => String, { description: 'Its key `auth`, base64url of 16 bytes. PUSH_SUBSCRIPTION_INVALID.' })
  auth: string;

  @Field(() => String, {
    description: 'The `key` of `pushSubscription` with which it was made. PUSH_SUBSCRIPTION_INVALID.',
  })
  key: string;
}

@ObjectType({ description: 'The result of subscribeToPush.' })
export class SubscribeToPushPayload {
  @Field(() => PushSubscriptionStateType, { description: 'The state now.' })
  pushSubscription: PushSubscriptionStateType;
}

@ObjectType({ description: 'The result of unsubscribeFromPush.' })
export class UnsubscribeFromPushPayload {
  @Field(() => PushSubscriptionStateType, { description: 'The state now.' })
  pushSubscription: PushSubscriptionStateType;
}
