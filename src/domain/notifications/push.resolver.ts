import { Arg, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { PersonViewer } from '../identity/graphql/viewer.context.js';
import type { FindPushSubscription } from './find-push-subscription.use-case.js';
import { notifiedSession } from './notified-session.js';
import {
  PushSubscriptionStateType,
  SubscribeToPushInput,
  SubscribeToPushPayload,
  UnsubscribeFromPushPayload,
} from './push.types.js';
import { deleteSubscription } from './push-subscription.repository.js';
import type { SubscribeToPush } from './subscribe-to-push.use-case.js';

/** Web push to the browser of a session. */
@Resolver()
export class PushResolver {
  constructor(
    private readonly needs: {
      db: Db;
      findPushSubscription: FindPushSubscription;
      subscribeToPush: SubscribeToPush;
    },
  ) {}

  @Query(() => PushSubscriptionStateType, {
    description: 'Web push to this browser. Dashboard sessions only. Error: SESSION_REQUIRED.',
  })
  pushSubscription(@PersonViewer() viewer: Viewer): Promise<PushSubscriptionStateType> {
    return this.needs.findPushSubscription(notifiedSession(viewer).id);
  }

  @Mutation(() => SubscribeToPushPayload, {
    description:
      'Sends your notifications to this browser, as your preferences say, until the session ends. A browser is subscribed in one session, the last one. Repeating it changes nothing. Dashboard sessions only. Errors: SESSION_REQUIRED, PUSH_SUBSCRIPTION_INVALID.',
  })
  async subscribeToPush(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => SubscribeToPushInput, { description: 'The subscription of the browser.' })
    input: SubscribeToPushInput,
  ): Promise<SubscribeToPushPayload> {
    const { id } = notifiedSession(viewer);
    await this.needs.subscribeToPush(id, input);
    return { pushSubscription: await this.needs.findPushSubscription(id) };
  }

  @Mutation(() => UnsubscribeFromPushPayload, {
    description:
      'Sends nothing more to this browser. Repeating it changes nothing. Dashboard sessions only. Errors: SESSION_REQUIRED.',
  })
  async unsubscribeFromPush(@PersonViewer() viewer: Viewer): Promise<UnsubscribeFromPushPayload> {
    const { id } = notifiedSession(viewer);
    await deleteSubscription(this.needs.db, id);
    return { pushSubscription: await this.needs.findPushSubscription(id) };
  }
}
