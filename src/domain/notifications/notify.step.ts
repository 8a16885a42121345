import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { rolesWith } from '../identity/access/permission.js';
import { type NewNotification, recipientsOf, saveNotifications } from './notification.repository.js';
import { defaultPreference, EmailFrequency, mailTime, type Notice } from './notifications.js';

/**
 * Notifies people of what happened, in the transaction of its cause: they are notified if and only if that commits. E-mails
 * and push messages go out by the preferences of each person, in `mailNotifications` and `pushNotifications`.
 */
export async function notify(db: Db, now: Date, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const recipients = await recipientsOf(
    db,
    notices.map(({ kind, userId, to, except: exceptId = null }, notice) => ({
      ...{ notice, kind, userId, exceptId },
      roles: 'permission' in to ? rolesWith(to.permission) : [],
      personIds: 'personIds' in to ? to.personIds : [],
    })),
  );
  const notifications = new Map<string, NewNotification>();
  // From the last one on: a person who is a member twice is notified by the first membership.
  for (const { notice: index, personId, memberOf, timeZone, hasPush, ...chosen } of recipients.toReversed()) {
    const { kind, userId, subjectId, groupId = null, to, subject, blocks } = notices[index] as Notice;
    const usual = defaultPreference(kind);
    const listed = chosen.listed ?? usual.listed;
    const email = chosen.email ?? usual.email;
    const push = hasPush && (chosen.push ?? usual.push);
    if (!listed && email === EmailFrequency.NEVER && !push) continue;
    notifications.set(`${personId} ${kind} ${subjectId}`, {
      ...{ id: newId(now), personId, memberOf, userId, kind, subjectId, groupId, title: subject, blocks, listed, push },
      permission: 'permission' in to ? to.permission : null,
      createdAt: now,
      mailAt: mailTime(email, now, timeZone),
    });
  }
  if (notifications.size > 0) await saveNotifications(db, [...notifications.values()]);
}
