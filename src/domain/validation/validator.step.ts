import type { Logger } from 'pino';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { OverrideOnPlatform } from '../posts/state/overrides.js';
import type { PostToSchedule, PostValidator } from '../posts/state/post-validator.port.js';
import type { Target } from '../posts/state/targets.js';
import type { FinalTexts } from './final-texts.step.js';
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
  /** The same of a post as its owner writes it, with what is added to its texts. One query. */
  validateWritten(db: Db, post: PostToSchedule): Promise<ValidationReport>;
  /** The same of several posts, in their order: one query for all of them. */
  validateAllWritten(db: Db, posts: readonly PostToSchedule[]): AsyncGenerator<ValidationReport>;
}

interface Needs {
  blocks: PostToValidate['blocks'];
  isApproved: NonNullable<PostToValidate['isApproved']>;
  cpuQueue: CpuQueue;
  finalTexts: FinalTexts;
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

export function makeValidator({ blocks, isApproved, cpuQueue, finalTexts, log }: Needs): Validator {
  const onFailure = (error: unknown) => log.error({ err: error }, 'A post could not be validated');
  /** As `validatePost`, one platform in a turn of the event loop. */
  async function validate({ overrides = [], disconnected = [], ...post }: Validatable): Promise<ValidationReport> {
    const measured = new Map<string, MeasuredPost>();
    const validateOn = (platform: string, content: string, firstComment?: string) =>
      cpuQueue(() => {
        const known = measured.get(content) ?? measure({ ...post, content, blocks, isApproved });
        measured.set(content, known);
        return issuesOn({ ...known, firstComment }, platform, onFailure);
      });
    const issues: Issue[] = [];
    for (const platform of new Set(post.platforms)) issues.push(...(await validateOn(platform, post.content)));
    const shared = new Set(issues.map((issue) => JSON.stringify(issue)));
    for (const { platform, platformIds, content, firstComment } of overrides) {
      const own = (await validateOn(platform, content, firstComment)).filter(
        (issue) => !shared.has(JSON.stringify(issue)),
      );
      issues.push(...own.map((issue) => (platformIds.length > 0 ? { ...issue, platformIds } : issue)));
    }
    return reportOf([...issues, ...disconnected.map(notConnected)]);
  }
  async function* validateAllWritten(db: Db, posts: readonly PostToSchedule[]) {
    let index = 0;
    for await (const texts of finalTexts(db, posts)) {
      const { content, settings, media } = posts[index] as PostToSchedule;
      index += 1;
      yield await validate({ content, settings, media, ...texts });
    }
  }
  async function validateWritten(db: Db, post: PostToSchedule): Promise<ValidationReport> {
    const { value } = await validateAllWritten(db, [post]).next();
    return value as ValidationReport;
  }
  return {
    validate,
    validateWritten,
    validateAllWritten,
    async assertValid(db, post) {
      const validation = await validateWritten(db, post);
      if (!validation.valid) throw new AppError('VALIDATION_FAILED', { validation });
    },
  };
}
