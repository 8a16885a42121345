/** What people read about occurrences that were missed. */
import { timeInMail } from '../../mail/mail-time.js';
import type { Notice } from '../notifications/notifications.js';
import type { Problem, Recurrence } from './recurrences.js';

/** Occurrences that a notification names. */
const MAX_NAMED = 10;

/** For those who publish. It replaces one about the same recurrence that was not read. */
export function occurrenceMissed(
  account: { timeZone: string | null },
  { id, userId, timeZone }: Recurrence,
  { missed, excerpt }: { missed: readonly { occursAt: Date; problem: Problem }[]; excerpt: string },
): Notice {
  const left = missed.length - MAX_NAMED;
  return {
    ...{ kind: 'OCCURRENCE_MISSED', userId, subjectId: id, to: { permission: 'PUBLISH' } },
    subject: missed.length === 1 ? 'A recurring post was missed' : `${missed.length} recurring posts were missed`,
    blocks: [
      'It was not published, and it is not published late unless you ask for that. Later posts go on as planned.',
      {
        facts: [
          ['Text', excerpt],
          ...missed
            .slice(0, MAX_NAMED)
            .map(
              ({ occursAt, problem }) =>
                [
                  timeInMail({ ...account, timeZone: account.timeZone ?? timeZone }, occursAt),
                  problem.message,
                ] as const,
            ),
        ],
      },
      ...(left > 0 ? [`And ${left} more.`] : []),
      { label: 'Open the recurring post', to: { page: `/recurring` } },
    ],
  };
}
