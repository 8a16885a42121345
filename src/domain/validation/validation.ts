/**
 * What validation looks at and what it finds (docs/contract/validation.md).
 *
 * issue     a finding about a post on one platform (`platforms/port/finding.ts`); a post with an error is not scheduled
 */
import type { CheckedPost, Finding } from '../../platforms/port/finding.js';
import { FINDING_CODES } from '../../platforms/port/finding.js';
import type { Block } from '../../platforms/port/rules.js';
import type { MeasuredText } from '../../platforms/port/text-length.js';
import type { MediaFacts } from '../posts/state/media-facts.js';

/** Without those that the contract reserves (docs/contract/validation.md). */
export const ISSUE_CODES = [
  ...FINDING_CODES,
  'CONNECTION_NOT_FOUND',
  'PLATFORM_NOT_SUPPORTED',
  'VALIDATION_SYSTEM_ERROR',
] as const;

export interface Issue extends Omit<Finding, 'code' | 'field'> {
  /** As given: an unknown platform has no key. */
  platform: string;
  /** The affected targets: those with their own text, or that are not connected; absent: all on the platform. */
  platformIds?: readonly string[];
  code: (typeof ISSUE_CODES)[number];
  /** What of the post it is about. */
  field: Finding['field'] | 'platform' | 'platformIds' | 'system';
  severity: 'error' | 'warning';
}

/** An issue as a check finds it: without the platform, and without the severity if it is an error. */
export type UnplacedIssue = Omit<Issue, 'platform' | 'severity'> & Partial<Pick<Issue, 'severity'>>;

export interface ValidationReport {
  /** Nothing is an error. */
  valid: boolean;
  errors: Issue[];
  warnings: Issue[];
  summary: { affectedPlatforms: string[]; errorCount: number; warningCount: number };
}

export interface PostToValidate {
  content: string;
  /** Keys; duplicates are validated once. */
  platforms: readonly string[];
  /** By platform, with the defaults or without. */
  settings: Readonly<Record<string, unknown>>;
  media: readonly MediaFacts[];
  /** In place of that in the settings; empty: none. */
  firstComment?: string | undefined;
  /** The operator's switches used by some platforms' rules. */
  blocks: Readonly<Record<Block, boolean>>;
  /** Whether a platform has approved the operator's app; by default it has. */
  isApproved?: (platform: string) => boolean;
}

/** Its text is read once for all of its platforms. */
export type MeasuredPost = Omit<PostToValidate, 'content'> & { content: MeasuredText };

/** A post with the rules of one of its platforms. */
export interface PostOnPlatform extends CheckedPost {
  blocks: PostToValidate['blocks'];
}
