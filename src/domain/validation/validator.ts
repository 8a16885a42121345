import type { Logger } from 'pino';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { OverrideOnPlatform } from '../posts/state/overrides.js';
import type { PostValidator } from '../posts/state/post-validator.port.js';
import type { Target } from '../posts/state/targets.js';
import { issuesOn, measure, reportOf } from './validate-post.js';
import type { Issue, MeasuredPost, PostToValidate, ValidationReport } from './validation.js';

/** A post to validate; the operator's switches are known here. */
export type Validatable = Omit<PostToValidate, 'blocks' | 'isApproved'> & {
  /** The texts of targets that have their own. */
  overrides?: readonly OverrideOnPlatform[];
  /** Targets that are no connected accounts. */
  disconnected?: readonly Target[];
};

export interface Validator extends PostValidator {
  validate(post: Validatable): Promise<ValidationReport>;
}

interface Needs {
  blocks: PostToValidate['blocks'];
  isApproved: NonNullable<PostToValidate['isApproved']>;
  cpuQueue: CpuQueue;
  log: Logger;
}

const notConnected = ({ platform, platformId }: Target): Issue => ({
  platform,
  platformIds: [platformId],
  code: 'CONNECTION_NOT_FOUND',
  message: `"${platformId}" is no connected account`,
  field: 'platformIds',
  severity: 'error',
  suggestions: ['Connect the account, or remove it from the targets'],
});

export function makeValidator({ blocks, isApproved, cpuQueue, log }: Needs): Validator {
  const onFailure = (error: unknown) => log.error({ err: error }, 'A post could not be validated');
  /** As `validatePost`, one platform in a turn of the event loop. */
  async function validate({ overrides = [], disconnected = [], ...post }: Validatable): Promise<ValidationReport> {
    const measured = new Map<string, MeasuredPost>();
    const validateOn = (platform: string, content: string) =>
      cpuQueue(() => {
        const known = measured.get(content) ?? measure({ ...post, content, blocks, isApproved });
        measured.set(content, known);
        return issuesOn(known, platform, onFailure);
      });
    const issues: Issue[] = [];
    for (const platform of new Set(post.platforms)) issues.push(...(await validateOn(platform, post.content)));
    const shared = new Set(issues.map((issue) => JSON.stringify(issue)));
    for (const { platform, platformIds, content } of overrides) {
      const own = (await validateOn(platform, content)).filter((issue) => !shared.has(JSON.stringify(issue)));
      issues.push(...own.map((issue) => ({ ...issue, platformIds })));
    }
    return reportOf([...issues, ...disconnected.map(notConnected)]);
  }
  return {
    validate,
    async assertValid(post) {
      const validation = await validate(post);
      if (!validation.valid) throw new AppError('VALIDATION_FAILED', { validation });
    },
  };
}
