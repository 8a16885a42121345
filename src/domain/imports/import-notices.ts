/** What people read about an import that has ended. */
import { nameInMail } from '../../mail/mail-content.js';
import type { Notice } from '../notifications/notifications.js';
import type { Import } from './import.repository.js';
import { RowStatus } from './imports.js';

/** For the person who started it, or for those who publish. */
export function importDone(
  { id, userId, personId, fileName }: Pick<Import, 'id' | 'userId' | 'personId' | 'fileName'>,
  counts: readonly { status: RowStatus; count: number }[],
): Notice {
  const countOf = (status: RowStatus) => counts.find((one) => one.status === status)?.count ?? 0;
  const [created, skipped, failed] = [RowStatus.CREATED, RowStatus.SKIPPED, RowStatus.FAILED].map(countOf);
  return {
    ...{ kind: 'IMPORT_DONE', userId, subjectId: id },
    to: personId === null ? { permission: 'PUBLISH' } : { personIds: [personId] },
    subject: `${created === 1 ? '1 post was' : `${created} posts were`} imported`,
    blocks: [
      failed || skipped
        ? 'Some rows made no post. The report says why. Correct them, and import the file again.'
        : 'Each row of the file has its post.',
      {
        facts: [
          ['File', nameInMail(fileName)],
          ['Imported', String(created)],
          ['Skipped', String(skipped)],
          ['Failed', String(failed)],
        ],
      },
      { label: 'Open the report', to: { page: `/import/${id}` } },
    ],
  };
}
