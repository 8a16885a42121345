import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { PostDraftInput } from '../posts/graphql/post-group.inputs.js';
import type { ISSUE_CODES, Issue } from './validation.js';

const MEANINGS = {
  CONTENT_TOO_LONG: 'The text is longer than the platform takes.',
  CONTENT_TOO_SHORT: 'The text is shorter than the platform takes.',
  INVALID_CONTENT: 'The text has something that the platform refuses.',
  THREAD_PART_TOO_LONG: 'A part of a thread is longer than the platform takes.',
  MEDIA_REQUIRED: 'A post on the platform has an image or a video.',
  MEDIA_NOT_UPLOADED: 'A file has not been uploaded.',
  MEDIA_SIZE_EXCEEDED:
    'A file has more bytes or pixels than the platform takes; as a warning, an image that is scaled down.',
  MEDIA_COUNT_EXCEEDED: 'There are more files than the platform takes.',
  MEDIA_TYPE_NOT_SUPPORTED: 'The platform does not take files of this type.',
  MEDIA_DIMENSIONS_INVALID: 'The width, height or ratio of a file is outside the limits.',
  VIDEO_REQUIRED: 'A post on the platform has a video.',
  VIDEO_DURATION_EXCEEDED: 'The video is longer than the platform takes.',
  VIDEO_DURATION_TOO_SHORT: 'The video is shorter than the platform takes.',
  PLATFORM_SETTING_REQUIRED: 'A setting of the platform is missing.',
  PLATFORM_SETTING_INVALID: 'A setting of the platform has a value that it does not take.',
  FIRST_COMMENT_NOT_SUPPORTED: 'The platform takes no first comments.',
  FIRST_COMMENT_TOO_LONG: 'The first comment is longer than the platform takes.',
  CONNECTION_NOT_FOUND: 'A target is not one of your connected accounts.',
  PLATFORM_NOT_SUPPORTED: 'The service does not know the platform.',
  VALIDATION_SYSTEM_ERROR: 'The post could not be checked: try again.',
} satisfies Record<(typeof ISSUE_CODES)[number], string>;

const IssueCodeEnum = Object.fromEntries(Object.keys(MEANINGS).map((code) => [code, code]));
registerEnumType(IssueCodeEnum, {
  name: 'ValidationCode',
  description: 'Codes of validation issues.',
  valuesConfig: Object.fromEntries(Object.entries(MEANINGS).map(([code, description]) => [code, { description }])),
});

const SeverityEnum = { ERROR: 'error', WARNING: 'warning' } as const;
registerEnumType(SeverityEnum, {
  name: 'ValidationSeverity',
  description: 'Severity.',
  valuesConfig: {
    ERROR: { description: 'The platform would reject the post: it is not scheduled.' },
    WARNING: { description: 'The post is published, but not as written.' },
  },
});

@ObjectType({ description: 'A validation issue of a post on one platform.' })
export class ValidationIssue {
  @Field(() => PlatformEnum, {
    nullable: true,
    description: 'Where; null for a platform that does not exist, which REST was given and the message names.',
  })
  platform: PlatformKey | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Platform ids of the affected targets, which have their own text or are not connected; null: all targets on the platform.',
  })
  platformIds?: readonly string[];

  @Field(() => IssueCodeEnum, { description: 'Machine-readable code.' })
  code: Issue['code'];

  @Field(() => String, { description: 'Human-readable message.' })
  message: string;

  @Field(() => String, { description: 'The field concerned, such as `content` or `imageSize`.' })
  field: string;

  @Field(() => SeverityEnum, { description: 'Whether it prevents scheduling.' })
  severity: Issue['severity'];

  @Field(() => String, { nullable: true, description: 'The exceeded limit, such as `maxLength`.' })
  constraint?: string;

  @Field(() => Float, { nullable: true, description: 'The current value, in the unit of the limit.' })
  currentValue?: number;

  @Field(() => Float, { nullable: true, description: 'The maximum that the platform accepts.' })
  maxValue?: number;

  @Field(() => Float, { nullable: true, description: 'The minimum that the platform accepts.' })
  minValue?: number;

  @Field(() => [String], { nullable: true, description: 'Suggested fixes.' })
  suggestions?: string[];
}

@ObjectType({ description: 'Summary of the validation.' })
export class ValidationSummary {
  @Field(() => [PlatformEnum], { description: 'The platforms with errors or warnings.' })
  affectedPlatforms: PlatformKey[];

  @Field(() => Int, { description: 'The number of errors.' })
  errorCount: number;

  @Field(() => Int, { description: 'The number of warnings.' })
  warningCount: number;
}

@ObjectType('ValidationReport', { description: 'Result of validating a post.' })
export class ValidationReportType {
  @Field(() => Boolean, { description: 'Whether it can be scheduled: it has no errors.' })
  valid: boolean;

  @Field(() => [ValidationIssue], { description: 'Issues that prevent scheduling.' })
  errors: ValidationIssue[];

  @Field(() => [ValidationIssue], { description: 'Issues that do not prevent scheduling.' })
  warnings: ValidationIssue[];

  @Field(() => ValidationSummary, { description: 'Counts of the issues.' })
  summary: ValidationSummary;
}

@InputType({ description: 'A post to validate: a stored one, a draft that is being written, or both.' })
export class ValidatePostInput {
  @Field(() => PostDraftInput, {
    nullable: true,
    description:
      'The draft. Required without a group (CONTENT_REQUIRED), with platformIds or platforms (PLATFORMS_REQUIRED). With a group, it replaces the text and overrides of the group, and its targets, settings and files if the draft has any.',
  })
  post?: PostDraftInput | null;

  @Field(() => ID, { nullable: true, description: 'Your group, including its files. Errors: POST_GROUP_NOT_FOUND.' })
  postGroupId?: string | null;
}
