import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { lockPerson } from '../identity/people/person.repository.js';
import { preferencesOf, savePreferences } from './notification-preference.repository.js';
import { defaultPreference, type NotificationPreference } from './notifications.js';

/** What is left out stays as it is. */
export type PreferenceChange = Pick<NotificationPreference, 'kind'> & Partial<NotificationPreference>;

export type SetNotificationPreferences = (personId: string, changes: readonly PreferenceChange[]) => Promise<void>;

/** Of two changes of one kind, the later one counts. */
export const makeSetNotificationPreferences =
  ({ transaction }: { transaction: Transaction }): SetNotificationPreferences =>
  (personId, changes) =>
    transaction(async (db) => {
      // Of two changes at the same time, neither is lost.
      await lockPerson(db, personId);
      const preferences = new Map((await preferencesOf(db, personId)).map((one) => [one.kind, one]));
      for (const change of changes) {
        preferences.set(change.kind, {
          ...(preferences.get(change.kind) ?? defaultPreference(change.kind)),
          ...change,
        });
      }
      const changed = new Set(changes.map(({ kind }) => kind));
      await savePreferences(
        db,
        personId,
        [...preferences.values()].filter(({ kind }) => changed.has(kind)),
      );
    });
