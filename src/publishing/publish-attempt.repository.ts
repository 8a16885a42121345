import { IsNull } from 'typeorm';
import { columns } from '../database/columns.js';
import type { Db } from '../database/unit-of-work.js';
import { PublishAttemptEntity } from './publish-attempt.entity.js';
import type { PublishAttempt } from './publish-attempt.js';

/** What can be noted about an attempt that is under way. */
export type AttemptNotes = Partial<Pick<PublishAttempt, 'state' | 'failure' | 'uncertainUntil'>>;

/** False when the attempt has an outcome already: somebody took its worker for dead, looked, and decided. */
export async function noteAttempt(db: Db, id: string, changes: AttemptNotes): Promise<boolean> {
  const open = { id, outcome: IsNull() };
  const { affected } = await db.update(PublishAttemptEntity, open, columns<PublishAttemptEntity>(changes));
  return affected === 1;
}
