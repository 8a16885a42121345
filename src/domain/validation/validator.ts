import type { Logger } from 'pino';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { validatePost } from './validate-post.js';
import type { PostToValidate, ValidationReport } from './validation.js';

/** A post to validate; the operator's switches are known here. */
export type Validatable = Omit<PostToValidate, 'blocks'>;

export interface Validator {
  validate(post: Validatable): Promise<ValidationReport>;
  /** Throws VALIDATION_FAILED with the full report if there are errors. */
  assertValid(post: Validatable): Promise<void>;
}

interface Needs {
  blocks: PostToValidate['blocks'];
  cpuQueue: CpuQueue;
  log: Logger;
}

export function makeValidator({ blocks, cpuQueue, log }: Needs): Validator {
  const onFailure = (error: unknown) => log.error({ err: error }, 'A post could not be validated');
  const validate = (post: Validatable) => cpuQueue(() => validatePost({ ...post, blocks }, onFailure));
  return {
    validate,
    async assertValid(post) {
      const validation = await validate(post);
      if (!validation.valid) throw new AppError('VALIDATION_FAILED', { validation });
    },
  };
}
