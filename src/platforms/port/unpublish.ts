/** What a platform offers beside publishing: deleting a post of the account. */

import type { Account } from './account.js';
import type { InteractionResult } from './interactions.js';

/** A published part, as the platform knows it. */
export interface PublishedPart {
  postedId: string;
  /** Native ids of what the part consists of beside the post (the other messages of an album). */
  furtherIds: readonly string[];
}

/** Deletes a part for everyone. It may be repeated: what the platform does not have any more is deleted. */
export type Unpublish = (account: Account, part: PublishedPart) => Promise<InteractionResult<null>>;
