import { columns } from '../database/columns.js';
import type { Db } from '../database/unit-of-work.js';
import { PublishAttemptEntity } from './publish-attempt.entity.js';
import type { PublishAttempt } from './publish-attempt.js';

/** What can be noted about an attempt that is under way. */
export type AttemptNotes = Partial<Pick<PublishAttempt, 'state' | 'failure' | 'uncertainUntil'>>;

export async function noteAttempt(db: Db, id: string, changes: AttemptNotes): Promise<void> {
  await db.update(PublishAttemptEntity, id, columns<PublishAttemptEntity>(changes));
}
