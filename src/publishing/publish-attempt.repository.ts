import { columns } from '../database/columns.js';
import type { Db } from '../database/unit-of-work.js';
import { PublishAttemptEntity } from './publish-attempt.entity.js';
import type { PublishAttempt } from './publish-attempt.js';

/** Notes something about an attempt. */
export async function updateAttempt(
  db: Db,
  id: string,
  changes: Partial<Pick<PublishAttempt, 'state' | 'failure' | 'outcome' | 'endedAt' | 'uncertainUntil'>>,
): Promise<void> {
  await db.update(PublishAttemptEntity, id, columns<PublishAttemptEntity>(changes));
}
