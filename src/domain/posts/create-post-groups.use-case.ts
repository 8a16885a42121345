import type { Logger } from 'pino';
import { AppError } from '../../foundation/errors/app-error.js';
import { internalError, logFailure } from '../../foundation/errors/temporary-failure.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { CreatedPostGroup } from './claim-key.step.js';
import type { CreatePostGroup, CreatePostGroupInput } from './create-post-group.use-case.js';
import { MAX_POSTS_AT_ONCE } from './state/post-bounds.js';
import type { StoredWith } from './state/stored-with.port.js';

/** What became of one input. */
export type CreationResult = { created: CreatedPostGroup } | { error: AppError };

/** Each input is read when its turn comes: one that cannot be read leaves the others, too. */
export type CreatePostGroups = (
  viewer: Viewer,
  inputs: readonly (() => { input: CreatePostGroupInput; storedWith: StoredWith | undefined })[],
) => Promise<CreationResult[]>;

/**
 * Creates groups one after the other, each in its own transaction. After an internal error the remaining ones are not
 * tried: while the database is away, each of them would wait for it.
 */
export const makeCreatePostGroups =
  ({ createPostGroup, log }: { createPostGroup: CreatePostGroup; log: Logger }): CreatePostGroups =>
  async (viewer, inputs) => {
    if (inputs.length > MAX_POSTS_AT_ONCE) throw new AppError('POSTS_TOO_MANY', { limit: MAX_POSTS_AT_ONCE });
    const results: CreationResult[] = [];
    let failure: AppError | undefined;
    for (const read of inputs) {
      if (failure) {
        results.push({ error: failure });
        continue;
      }
      try {
        const { input, storedWith } = read();
        results.push({ created: await createPostGroup(viewer, input, storedWith) });
      } catch (error) {
        if (!(error instanceof AppError)) {
          failure = internalError(error);
          logFailure(log, { error, shown: failure }, 'A post of several could not be created');
        }
        results.push({ error: failure ?? (error as AppError) });
      }
    }
    return results;
  };
