import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.js';
import { validatePost } from './validate-post.js';
import type { PostToValidate, ValidationReport } from './validation.js';

/** A post to validate; the operator's switches are known here. */
export type Validatable = Omit<PostToValidate, 'blocks'>;

export interface Validator {
  validate(post: Validatable): ValidationReport;
  /** Throws VALIDATION_FAILED, with the whole report, when something is an error. */
  assertValid(post: Validatable): void;
}

export function makeValidator({ blocks, log }: { blocks: PostToValidate['blocks']; log: Logger }): Validator {
  const validate = (post: Validatable) =>
    validatePost({ ...post, blocks }, (error) => log.error({ err: error }, 'A post could not be validated'));
  return {
    validate,
    assertValid(post) {
      const validation = validate(post);
      if (!validation.valid) throw new AppError('VALIDATION_FAILED', { validation });
    },
  };
}
