import type { Logger } from 'pino';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { PostValidator } from '../posts/post-validator.js';
import { issuesOn, measure, reportOf } from './validate-post.js';
import type { Issue, PostToValidate, ValidationReport } from './validation.js';

/** A post to validate; the operator's switches are known here. */
export type Validatable = Omit<PostToValidate, 'blocks' | 'isApproved'>;

export interface Validator extends PostValidator {
  validate(post: Validatable): Promise<ValidationReport>;
}

interface Needs {
  blocks: PostToValidate['blocks'];
  isApproved: NonNullable<PostToValidate['isApproved']>;
  cpuQueue: CpuQueue;
  log: Logger;
}

export function makeValidator({ blocks, isApproved, cpuQueue, log }: Needs): Validator {
  const onFailure = (error: unknown) => log.error({ err: error }, 'A post could not be validated');
  /** As `validatePost`, one platform in a turn of the event loop. */
  async function validate(post: Validatable): Promise<ValidationReport> {
    const measured = measure({ ...post, blocks, isApproved });
    const issues: Issue[] = [];
    for (const platform of new Set(post.platforms)) {
      issues.push(...(await cpuQueue(() => issuesOn(measured, platform, onFailure))));
    }
    return reportOf(issues);
  }
  return {
    validate,
    async assertValid(post) {
      const validation = await validate(post);
      if (!validation.valid) throw new AppError('VALIDATION_FAILED', { validation });
    },
  };
}
