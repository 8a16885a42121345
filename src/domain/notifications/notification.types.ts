import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { enumOfCodes } from '../../foundation/graphql/enum-of-codes.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { EmailFrequency, NOTIFICATION_KINDS, type NotificationKind } from './notifications.js';

const NotificationKindEnum = enumOfCodes(NOTIFICATION_KINDS);
registerEnumType(NotificationKindEnum, {
  name: 'NotificationKind',
  description: 'What a person is notified of.',
  valuesConfig: NOTIFICATION_KINDS,
});
registerEnumType(EmailFrequency, {
  name: 'EmailFrequency',
  description: 'When notifications of a kind go out by e-mail. Those that were read in the meantime do not.',
  valuesConfig: {
    NEVER: { description: 'Not by e-mail.' },
    IMMEDIATELY: { description: 'Within seconds; at most ten e-mails an hour, then gathered.' },
    HOURLY: { description: 'Gathered, at the next full hour.' },
    DAILY: { description: 'Gathered, at the next 08:00 in the time zone of the account.' },
  },
});

@ObjectType('NotificationFact', { description: 'A detail of a notification.' })
export class NotificationFactType {
  @Field(() => String, { description: 'What it is.' })
  name: string;

  @Field(() => String, { description: 'Its value, for people.' })
  value: string;
}

@ObjectType('NotificationAction', { description: 'Where to do something about a notification.' })
export class NotificationActionType {
  @Field(() => String, { description: 'What the page is for.' })
  label: string;

  @Field(() => String, {
    description: 'Path of a page of the dashboard. `account` in its query names the account in which it opens.',
  })
  path: string;
}

@ObjectType('Notification', { description: 'What happened, for you.' })
export class NotificationType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => NotificationKindEnum, { description: 'What kind of thing happened.' })
  kind: NotificationKind;

  @Field(() => ID, {
    description: 'The account in which it happened: an account of which you are a member, or a managed user.',
  })
  accountId: string;

  @Field(() => String, { description: 'Display name of that account.' })
  accountName: string;

  @Field(() => String, { description: 'What happened, in a few words.' })
  title: string;

  @Field(() => [String], { description: 'The same in sentences, a paragraph each.' })
  paragraphs: string[];

  @Field(() => [NotificationFactType], { description: 'Details.' })
  facts: NotificationFactType[];

  @Field(() => NotificationActionType, {
    nullable: true,
    description: 'Where to do something about it; null: there is nothing to do.',
  })
  action: NotificationActionType | null;

  @Field(() => Int, { description: 'How often it happened while it was unread.' })
  count: number;

  @Field(() => DateTime, { description: 'When it happened last.' })
  createdAt: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was marked as read; null: it is unread.' })
  readAt: Date | null;
}

export const NotificationConnection = connectionOf('Notification', NotificationType);

@ObjectType('NotificationState', { description: 'Your notifications at a moment.' })
export class NotificationStateType {
  @Field(() => Int, { description: 'How many are unread, in all of your accounts.' })
  unread: number;

  @Field(() => NotificationType, { nullable: true, description: 'The newest one; null: there is none.' })
  latest: NotificationType | null;
}

@ObjectType('NotificationPreference', { description: 'How you are notified of a kind, in all of your accounts.' })
export class NotificationPreferenceType {
  @Field(() => NotificationKindEnum, { description: 'What happens.' })
  kind: NotificationKind;

  @Field(() => String, { description: 'What it is, for people.' })
  description: string;

  @Field(() => Boolean, { description: 'Whether `notifications` lists it.' })
  listed: boolean;

  @Field(() => EmailFrequency, { description: 'When it goes out by e-mail.' })
  email: EmailFrequency;

  @Field(() => Boolean, { description: 'Whether it goes to your browsers that are subscribed by `subscribeToPush`.' })
  push: boolean;
}

@InputType({ description: 'Which notifications were read.' })
export class MarkNotificationsReadInput {
  @Field(() => [ID], {
    nullable: true,
    description: 'These; other ids than those of your unread notifications are ignored. Left out: all. ID_INVALID.',
  })
  ids?: string[] | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Only those up to this time: what came since stays unread.',
  })
  until?: Date | null;
}

@ObjectType({ description: 'The result of markNotificationsRead.' })
export class MarkNotificationsReadPayload {
  @Field(() => Int, { description: 'How many are unread now.' })
  unread: number;
}

@InputType({ description: 'How to notify you of a kind. What is left out stays as it is.' })
export class NotificationPreferenceInput {
  @Field(() => NotificationKindEnum, { description: 'What happens.' })
  kind: NotificationKind;

  @Field(() => Boolean, { nullable: true, description: 'Whether `notifications` lists it from now on.' })
  listed?: boolean | null;

  @Field(() => EmailFrequency, { nullable: true, description: 'When it goes out by e-mail from now on.' })
  email?: EmailFrequency | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it goes to your subscribed browsers from now on.' })
  push?: boolean | null;
}

@InputType({ description: 'How to notify you.' })
export class SetNotificationPreferencesInput {
  @Field(() => [NotificationPreferenceInput], {
    description: 'For some of the kinds. Of two for one kind, the later one counts.',
  })
  preferences: NotificationPreferenceInput[];
}

@ObjectType({ description: 'The result of setNotificationPreferences.' })
export class SetNotificationPreferencesPayload {
  @Field(() => [NotificationPreferenceType], { description: 'All kinds.' })
  preferences: NotificationPreferenceType[];
}
