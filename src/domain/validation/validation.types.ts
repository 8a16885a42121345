import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { ISSUE_CODES, type Issue } from './validation.js';

const IssueCodeEnum = Object.fromEntries(ISSUE_CODES.map((code) => [code, code]));
registerEnumType(IssueCodeEnum, {
  name: 'ValidationCode',
  description: 'What is wrong with a post. Some codes are there for older clients and are never emitted.',
});

const SeverityEnum = { ERROR: 'error', WARNING: 'warning' } as const;
registerEnumType(SeverityEnum, {
  name: 'ValidationSeverity',
  description: 'How much it matters.',
  valuesConfig: {
    ERROR: { description: 'The platform would refuse the post: it is not scheduled.' },
    WARNING: { description: 'It goes out, but not as it was written.' },
  },
});

@ObjectType({ description: 'One thing that is wrong with a post on one platform.' })
export class ValidationIssue {
  @Field(() => String, { description: 'Key of the platform, as it was given.' })
  platform: string;

  @Field(() => IssueCodeEnum, { description: 'What is wrong, for programs.' })
  code: Issue['code'];

  @Field(() => String, { description: 'The same for people.' })
  message: string;

  @Field(() => String, { description: 'What of the post it is about, such as `content` or `imageSize`.' })
  field: string;

  @Field(() => SeverityEnum, { description: 'Whether it keeps the post from being scheduled.' })
  severity: Issue['severity'];

  @Field(() => String, { nullable: true, description: 'The kind of limit that is broken, such as `maxLength`.' })
  constraint?: string;

  @Field(() => Float, { nullable: true, description: 'In the unit of the limit.' })
  currentValue?: number;

  @Field(() => Float, { nullable: true, description: 'The most that the platform takes.' })
  maxValue?: number;

  @Field(() => Float, { nullable: true, description: 'The least that it takes.' })
  minValue?: number;

  @Field(() => [String], { nullable: true, description: 'What to do about it.' })
  suggestions?: string[];
}

@ObjectType({ description: 'How much is wrong.' })
export class ValidationSummary {
  @Field(() => [String], { description: 'Keys of the platforms with errors or warnings.' })
  affectedPlatforms: string[];

  @Field(() => Int, { description: 'How many errors there are.' })
  errorCount: number;

  @Field(() => Int, { description: 'How many warnings there are.' })
  warningCount: number;
}

@ObjectType({ description: 'What would keep a post from being published.' })
export class ValidationReportType {
  @Field(() => Boolean, { description: 'Whether it can be scheduled: nothing is an error.' })
  valid: boolean;

  @Field(() => [ValidationIssue], { description: 'What keeps it from being scheduled.' })
  errors: ValidationIssue[];

  @Field(() => [ValidationIssue], { description: 'What would not go out as it was written.' })
  warnings: ValidationIssue[];

  @Field(() => ValidationSummary, { description: 'The same in numbers.' })
  summary: ValidationSummary;
}

@InputType({ description: 'A post to look at: one that is stored, or one that is being written.' })
export class ValidatePostInput {
  @Field(() => ID, {
    nullable: true,
    description: 'A group of yours: POST_GROUP_NOT_FOUND. What else is given is looked at in place of what it has.',
  })
  postGroupId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The text; needed without a group: CONTENT_REQUIRED. At most 100,000 characters: CONTENT_TOO_LONG.',
  })
  content?: string | null;

  @Field(() => [PlatformEnum], {
    nullable: true,
    description: 'Platforms; needed without a group: PLATFORMS_REQUIRED. At most 100: PLATFORMS_TOO_MANY.',
  })
  platforms?: PlatformKey[] | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Settings per platform key, over the defaults: PLATFORM_SETTING_UNKNOWN, PLATFORM_SETTINGS_TOO_LONG.',
  })
  platformSettings?: Record<string, unknown> | null;
}

@ObjectType({ description: 'A post as it will go out to a platform: one part of a thread, or the whole.' })
export class PostPart {
  @Field(() => String, { description: 'Its text, numbered where the service numbers it.' })
  text: string;

  @Field(() => Boolean, { description: 'Whether the files go with it.' })
  hasMedia: boolean;

  @Field(() => Int, { description: 'Characters, as the platform counts them.' })
  length: number;

  @Field(() => Int, { description: 'How many it may have.' })
  limit: number;

  @Field(() => Boolean, { description: 'Whether it has more.' })
  exceedsLimit: boolean;
}

@ObjectType({ description: 'What a post becomes on one platform.' })
export class PlatformPreviewType {
  @Field(() => PlatformEnum, { description: 'Where.' })
  platform: PlatformKey;

  @Field(() => [PostPart], { description: 'Its parts, in their order.' })
  parts: PostPart[];
}
