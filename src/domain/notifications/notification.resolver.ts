import { Arg, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AFTER, byTime, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { isButton } from '../../mail/mail-content.js';
import type { Viewer } from '../identity/access/viewer.js';
import { PersonViewer, type ViewerContext, viewerWith } from '../identity/graphql/viewer.context.js';
import type { FollowNotifications, NotificationState } from './follow-notifications.use-case.js';
import { countNotifications, markRead, type Notification, notificationsOf } from './notification.repository.js';
import {
  MarkNotificationsReadInput,
  MarkNotificationsReadPayload,
  NotificationConnection,
  NotificationPreferenceType,
  NotificationStateType,
  type NotificationType,
  SetNotificationPreferencesInput,
  SetNotificationPreferencesPayload,
} from './notification.types.js';
import { preferencesOf } from './notification-preference.repository.js';
import { ALL_KINDS, defaultPreference, NOTIFICATION_KINDS, pageInAccount } from './notifications.js';
import { notifiedSession } from './notified-session.js';
import type { SetNotificationPreferences } from './set-notification-preferences.use-case.js';

const NOTIFICATIONS = byTime('notifications');

const UNREAD = { description: 'Only those that were not marked as read.' };

/** What resolvers of subscriptions find in the context of an operation. */
export interface NotificationsContext {
  live: { followNotifications: FollowNotifications };
}

const personOf = (viewer: Viewer): string => notifiedSession(viewer).personId;

/** What the person who is signed in is notified of, in all of their accounts. */
@Resolver()
export class NotificationResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      setNotificationPreferences: SetNotificationPreferences;
    },
  ) {}

  @Query(() => NotificationConnection, {
    description:
      'What happened in all of your accounts, newest first, kept for 90 days. Dashboard sessions only. Errors: SESSION_REQUIRED, PAGE_INVALID.',
  })
  notifications(
    @PersonViewer() viewer: Viewer,
    @Arg('unread', () => Boolean, { defaultValue: false, ...UNREAD }) unread: boolean,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<NotificationType>> {
    const { db } = this.needs;
    const personId = personOf(viewer);
    return readPage(
      { first, after },
      {
        cursors: NOTIFICATIONS,
        positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
        read: async (page) => (await notificationsOf(db, personId, { unread, ...page })).map(toNotificationType),
        count: () => countNotifications(db, personId, { unread }),
      },
    );
  }

  @Query(() => [NotificationPreferenceType], {
    description: 'How you are notified, of each kind. Dashboard sessions only. Error: SESSION_REQUIRED.',
  })
  notificationPreferences(@PersonViewer() viewer: Viewer): Promise<NotificationPreferenceType[]> {
    return this.preferences(personOf(viewer));
  }

  @Mutation(() => MarkNotificationsReadPayload, {
    description:
      'Marks notifications as read: what waits to be mailed or pushed is not sent. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID.',
  })
  async markNotificationsRead(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => MarkNotificationsReadInput, { description: 'Which.' }) input: MarkNotificationsReadInput,
  ): Promise<MarkNotificationsReadPayload> {
    const { db, clock } = this.needs;
    const personId = personOf(viewer);
    const ids = input.ids?.map((id) => parseId('ids', id)) ?? null;
    await markRead(db, personId, { ids, until: input.until ?? null, now: clock() });
    return { unread: await countNotifications(db, personId, { unread: true }) };
  }

  @Mutation(() => SetNotificationPreferencesPayload, {
    description:
      'Sets how you are notified, in all of your accounts. Dashboard sessions only. Errors: SESSION_REQUIRED.',
  })
  async setNotificationPreferences(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => SetNotificationPreferencesInput, { description: 'The kinds, and how.' })
    { preferences }: SetNotificationPreferencesInput,
  ): Promise<SetNotificationPreferencesPayload> {
    const personId = personOf(viewer);
    await this.needs.setNotificationPreferences(
      personId,
      preferences.map(({ kind, listed, email, push }) => ({
        kind,
        ...(listed != null && { listed }),
        ...(email != null && { email }),
        ...(push != null && { push }),
      })),
    );
    return { preferences: await this.preferences(personId) };
  }

  @Subscription(() => NotificationStateType, {
    description:
      'Your notifications now, and again after each change in any of your accounts. Dashboard sessions only. Error: SESSION_REQUIRED.',
    subscribe: async ({ context }) => {
      const { live } = context as NotificationsContext;
      return live.followNotifications(personOf(await viewerWith(context as ViewerContext, 'READ')));
    },
  })
  notificationActivity(@Root() { unread, latest }: NotificationState): NotificationStateType {
    return { unread, latest: latest && toNotificationType(latest) };
  }

  private async preferences(personId: string): Promise<NotificationPreferenceType[]> {
    const chosen = await preferencesOf(this.needs.db, personId);
    return ALL_KINDS.map((kind) => ({
      ...(chosen.find((one) => one.kind === kind) ?? defaultPreference(kind)),
      description: NOTIFICATION_KINDS[kind].description,
    }));
  }
}

function toNotificationType({ blocks, userId, ...notification }: Notification): NotificationType {
  const { id, kind, accountName, title, count, createdAt, readAt } = notification;
  const button = blocks.find(isButton);
  return {
    ...{ id, kind, accountId: userId, accountName, title, count, createdAt, readAt },
    paragraphs: blocks.filter((block) => typeof block === 'string'),
    facts: blocks.flatMap((block) =>
      typeof block === 'object' && 'facts' in block ? block.facts.map(([name, value]) => ({ name, value })) : [],
    ),
    action: button && 'page' in button.to ? { label: button.label, path: pageInAccount(button.to.page, userId) } : null,
  };
}
