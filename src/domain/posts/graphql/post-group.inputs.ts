import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../../platforms/port/platform.js';
import { PlatformEnum } from '../../platforms/platform.types.js';
import { PostGroupStatus } from '../state/post-group.js';
import { ContentOverrideInput } from './content-override.inputs.js';
import { PlatformSettingsInput } from './platform-settings.types.js';
import { PlatformPostType, PostGroupType } from './post-group.types.js';
import { MediaFramingsInput, PostMediaInput } from './post-media.inputs.js';

const ADD_SIGNATURE = 'Whether the signatures of the accounts close the texts: setSignature.';
const ADD_LINK_PARAMETERS = 'Whether links get the parameters that are set for them: setLinkParameters.';

@InputType({ description: 'What is to be posted, and where: platformIds, accountIds, or both.' })
export class PostInput {
  @Field(() => String, {
    description:
      'The text, with at least one visible character: CONTENT_REQUIRED. No NUL and no half of a surrogate pair, as in any text of a post: TEXT_NOT_PUBLISHABLE. At most 100,000 characters (Unicode code points): CONTENT_TOO_LONG.',
  })
  content: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'Targets, 1 to 100 (PLATFORMS_TOO_MANY): platform ids of your connections. A skyfeed account may be named by its unencoded DID (`skyfeed-did:plc:…`). An account named twice is one target. Errors: PLATFORMS_EMPTY, PLATFORM_ID_INVALID.',
  })
  platformIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Targets: ids of your connected accounts, at most 100 together with platformIds. Errors: ID_INVALID, CONNECTION_NOT_FOUND, PLATFORMS_TOO_MANY.',
  })
  accountIds?: string[] | null;

  @Field(() => PlatformSettingsInput, {
    nullable: true,
    description: 'Settings of the targets on platforms that have settings; the defaults if omitted.',
  })
  platformSettings?: Record<string, unknown> | null;

  @Field(() => [ContentOverrideInput], {
    nullable: true,
    description:
      'Texts of single targets: each is validated, split and published there in place of the content. OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG.',
  })
  overrides?: ContentOverrideInput[] | null;

  @Field(() => [PostMediaInput], {
    nullable: true,
    description:
      'Images and videos, at most 100 (MEDIA_TOO_MANY), in the order in which they are published. A post with a file from a URL is scheduled immediately. Its publishing waits for the file, and fails with the reason if the file cannot be fetched or published.',
  })
  media?: PostMediaInput[] | null;

  @Field(() => Boolean, { nullable: true, description: `${ADD_SIGNATURE} True if omitted.` })
  addSignature?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: `${ADD_LINK_PARAMETERS} True if omitted.` })
  addLinkParameters?: boolean | null;
}

@InputType({ description: 'A post that is validated or previewed: for its targets, or for platforms.' })
export class PostDraftInput extends PostInput {
  @Field(() => [PlatformEnum], {
    nullable: true,
    description:
      'Platforms in place of targets, at most 100: PLATFORMS_TOO_MANY. Ignored if there are platformIds or accountIds.',
  })
  platforms?: PlatformKey[] | null;
}

@InputType({ description: 'A new post group.' })
export class CreatePostInput {
  @Field(() => PostInput, {
    description: 'The content and its targets, which must be your connections (CONNECTIONS_NOT_FOUND).',
  })
  post: PostInput;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When it is published, with zone. A past time becomes now. A post that a platform would refuse is not scheduled: VALIDATION_FAILED, with the report of validatePost. If omitted, the post is a draft. An account has at most 1,000 drafts: DRAFT_LIMIT_REACHED.',
  })
  scheduledTime?: Date | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'In place of scheduledTime (SCHEDULE_AND_TIME): adds the post to the queue of a posting schedule, at its next free time. The id of a schedule that is for all accounts of the post, or `NEXT_FREE` for the oldest such schedule that is not paused. A time is taken by one post. If you may not schedule the post, it is a draft that keeps the time; while the schedule is paused, a draft without one. Errors: ID_INVALID, POSTING_SCHEDULE_NOT_FOUND, POSTING_SCHEDULE_NOT_FOR_POST, QUEUE_FULL, VALIDATION_FAILED.',
  })
  schedule?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      '1 to 255 characters: IDEMPOTENCY_KEY_INVALID. For 24 hours, the same key and input return the same group; another input is IDEMPOTENCY_KEY_REUSED. Keys are separate per caller and managed user.',
  })
  idempotencyKey?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'A draft that is scheduled as soon as its files are uploaded. It is not counted against the limit of drafts, as long as at most 100 exceed it.',
  })
  isBeingSent?: boolean | null;
}

@ObjectType({ description: 'Result of createPost.' })
export class CreatePostPayload {
  @Field(() => ID, { description: 'The group’s id, also when it has been removed since.' })
  postGroupId: string;

  @Field(() => PostGroupType, {
    nullable: true,
    description: 'The group. Null only when replayed is true and the group has been removed since.',
  })
  postGroup: PostGroupType | null;

  @Field(() => Boolean, { description: 'The idempotency key had created this group before; nothing was created now.' })
  replayed: boolean;
}

@InputType({ description: 'The alternative text of a file.' })
export class AltTextInput {
  @Field(() => ID, { description: 'A file of the group: MEDIA_NOT_FOUND.' })
  mediaId: string;

  @Field(() => String, {
    description:
      'A description of what it shows, at most 10,000 characters: ALT_TEXTS_TOO_LONG. Empty: none. Sent to platforms that support alternative texts.',
  })
  text: string;
}

/** The statuses that an update can give a group. */
const UPDATED_STATUS = { DRAFT: PostGroupStatus.DRAFT, SCHEDULED: PostGroupStatus.SCHEDULED } as const;
type UpdatedStatus = (typeof UPDATED_STATUS)[keyof typeof UPDATED_STATUS];
registerEnumType(UPDATED_STATUS, {
  name: 'UpdatedPostStatus',
  description: 'What updatePost makes of a group.',
  valuesConfig: {
    DRAFT: { description: 'It is not published; it keeps its time.' },
    SCHEDULED: { description: 'It is published at its time, or now if it has none.' },
  },
});

@InputType({
  description:
    'Changes of a draft or scheduled group; at least one. An omitted field keeps its value; a given one replaces the value, and means the same as in createPost. `null` clears scheduledTime and videoTimestamp. In any other field, `null` is the same as omitting it.',
})
export class UpdatePostInput {
  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'The `updatedAt` of the group as you know it. If it was changed after that, nothing is updated: POST_GROUP_CHANGED, with its `updatedAt`.',
  })
  ifUnchangedSince?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The text, with at least one visible character: CONTENT_REQUIRED. No NUL and no half of a surrogate pair, as in any text of a post: TEXT_NOT_PUBLISHABLE. At most 100,000 characters (Unicode code points): CONTENT_TOO_LONG.',
  })
  content?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'All targets from now on, 1 to 100: PLATFORMS_EMPTY, PLATFORM_ID_INVALID, PLATFORMS_TOO_MANY. One that stays keeps its post and its position; new ones, of your connections (CONNECTIONS_NOT_FOUND), follow; the posts of the others are removed.',
  })
  platformIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'All targets from now on as ids of your connected accounts, together with platformIds. Errors: ID_INVALID, CONNECTION_NOT_FOUND, PLATFORMS_TOO_MANY.',
  })
  accountIds?: string[] | null;

  @Field(() => PlatformSettingsInput, {
    nullable: true,
    description: 'Replaces all settings; omitted settings have their defaults. PLATFORM_SETTINGS_TOO_LONG.',
  })
  platformSettings?: Record<string, unknown> | null;

  @Field(() => [ContentOverrideInput], {
    nullable: true,
    description:
      'Replaces all texts of single targets; an empty list removes them. If omitted, each target that stays keeps its own. Errors: OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG.',
  })
  overrides?: ContentOverrideInput[] | null;

  @Field(() => [PostMediaInput], {
    nullable: true,
    description:
      'Replaces all files: at most 100 (MEDIA_TOO_MANY), in the order in which they are published. Files of the group that are not named are removed. Publishing waits for files with a URL.',
  })
  media?: PostMediaInput[] | null;

  @Field(() => [AltTextInput], {
    nullable: true,
    description:
      'Alternative texts of files that the group has, at most 100: ALT_TEXTS_TOO_LONG. Those of other files stay.',
  })
  altTexts?: AltTextInput[] | null;

  @Field(() => [MediaFramingsInput], {
    nullable: true,
    description:
      'How images that the group has are cropped, and where their focus is; at most 100. Those of other files stay. FRAMING_INVALID.',
  })
  framings?: MediaFramingsInput[] | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The frame of a video that is its cover (photogram, shortvideo), in milliseconds from the start: VIDEO_TIMESTAMP_INVALID. Null: the platform chooses.',
  })
  videoTimestamp?: number | null;

  @Field(() => Boolean, { nullable: true, description: ADD_SIGNATURE })
  addSignature?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: ADD_LINK_PARAMETERS })
  addLinkParameters?: boolean | null;

  @Field(() => UPDATED_STATUS, {
    nullable: true,
    description:
      'An account has at most 1,000 drafts: DRAFT_LIMIT_REACHED. A scheduled post must have connected targets (CONNECTIONS_NOT_FOUND). A post that a platform would refuse is not scheduled (VALIDATION_FAILED).',
  })
  status?: UpdatedStatus | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'A time schedules the group; with the status DRAFT it is only kept. A past time becomes now. The status SCHEDULED without any time means now. Null clears the time, and takes a scheduled group back to draft.',
  })
  scheduledTime?: Date | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'In place of scheduledTime (SCHEDULE_AND_TIME): gives the group the next free time of a posting schedule, as in createPost; its present time in that queue counts as free. With the status DRAFT, the draft keeps the time. Another time, the status DRAFT and deletePost free the time again. Errors: ID_INVALID, POSTING_SCHEDULE_NOT_FOUND, POSTING_SCHEDULE_NOT_FOR_POST, QUEUE_FULL.',
  })
  schedule?: string | null;
}

@ObjectType({ description: 'Result of updatePost.' })
export class UpdatePostPayload {
  @Field(() => PostGroupType, { description: 'The group after the change.' })
  postGroup: PostGroupType;
}

@InputType({ description: 'The group to remove.' })
export class DeletePostInput {
  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;
}

@ObjectType({ description: 'Result of deletePost.' })
export class DeletePostPayload {
  @Field(() => ID, { description: 'Id of the deleted group.' })
  deletedPostGroupId: string;
}

@InputType({ description: 'The failed platform post to publish again.' })
export class RetryPlatformPostInput {
  @Field(() => ID, { description: 'The platform post, not its group: 24 hexadecimal characters.' })
  platformPostId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'You checked the account and the post is not live. Needed after OUTCOME_UNKNOWN, else OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED.',
  })
  acknowledgeUnknownOutcome: boolean;
}

@ObjectType({ description: 'Result of retryPlatformPost.' })
export class RetryPlatformPostPayload {
  @Field(() => PlatformPostType, { description: 'The post, queued again with five new attempts.' })
  platformPost: PlatformPostType;
}
