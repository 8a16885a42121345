import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { Url } from '../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import type { TextEntity } from '../../platforms/port/text-entities.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { ImageArea } from '../posts/graphql/framing.types.js';
import { AdditionEnum } from '../posts/log/post-log.types.js';
import type { Addition } from '../posts/state/additions.js';
import { MediaType } from '../posts/state/media-type.js';

const EntityKindEnum = { LINK: 'link', MENTION: 'mention', HASHTAG: 'hashtag' } as const;
registerEnumType(EntityKindEnum, {
  name: 'TextEntityKind',
  description: 'What a range of a text opens.',
  valuesConfig: {
    LINK: { description: 'A web page.' },
    MENTION: { description: 'An account of the platform.' },
    HASHTAG: { description: 'The posts with that tag.' },
  },
});

@ObjectType('TextEntity', { description: 'A range of a text that can be opened on the platform.' })
export class TextEntityType {
  @Field(() => EntityKindEnum, { description: 'What it opens.' })
  kind: TextEntity['kind'];

  @Field(() => Int, { description: 'Its first UTF-16 code unit in the text.' })
  start: number;

  @Field(() => Int, { description: 'The first UTF-16 code unit after it.' })
  end: number;

  @Field(() => String, {
    nullable: true,
    description: 'What the platform shows in its place, such as the name of a mention; null: the text itself.',
  })
  shownAs: string | null;
}

@ObjectType({ description: 'A file as a platform receives it.' })
export class PreviewFile {
  @Field(() => ID, { nullable: true, description: 'The file; null: it is fetched once the post is stored.' })
  mediaId: string | null;

  @Field(() => MediaType, { description: 'What it is.' })
  type: `${MediaType}`;

  @Field(() => Int, {
    nullable: true,
    description:
      'Pixels, after an image is cropped and scaled down. Fewer if its bytes exceed the platform’s limit. Null if unknown.',
  })
  width: number | null;

  @Field(() => Int, { nullable: true, description: 'Pixels, as `width`.' })
  height: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its alternative text, cut at the platform’s limit. Ignored by platforms without alternative texts.',
  })
  altText: string | null;

  @Field(() => ImageArea, {
    nullable: true,
    description: 'The area of the image that is sent, after its crop and focus; null: all of it, or unknown.',
  })
  area: ImageArea | null;
}

@ObjectType({ description: 'A post as it will be published on a platform: one part of a thread, or the whole.' })
export class PostPart {
  /** For the fields that are resolved from it. */
  platform: PlatformKey;

  @Field(() => String, { description: 'Its text, including the part number if the service adds one.' })
  text: string;

  @Field(() => Boolean, { description: 'Whether the media are attached to it.' })
  hasMedia: boolean;

  @Field(() => Int, { description: 'Length, as counted by the platform.' })
  length: number;

  @Field(() => Int, { description: 'The platform’s limit.' })
  limit: number;

  @Field(() => Boolean, { description: 'Whether its length exceeds the limit.' })
  exceedsLimit: boolean;
}

@ObjectType('FirstCommentPreview', { description: 'A first comment as it will be published on a platform.' })
export class FirstCommentPreviewType {
  @Field(() => String, { description: 'What it will say, with the parameters of its links.' })
  text: string;

  @Field(() => Int, { description: 'Length, as counted by the platform.' })
  length: number;

  @Field(() => Int, { description: 'The platform’s limit for comments.' })
  limit: number;

  @Field(() => Boolean, { description: 'Whether its length exceeds the limit.' })
  exceedsLimit: boolean;
}

@ObjectType('PlatformPreview', { description: 'What a post becomes on one platform.' })
export class PlatformPreviewType {
  /** That of the first part. */
  text: string;

  @Field(() => PlatformEnum, { description: 'Where.' })
  platform: PlatformKey;

  @Field(() => [String], {
    nullable: true,
    description:
      'Platform ids of the targets whose text it is, because they have their own or something is added to it or to their first comment; null: all targets on the platform that have the content of the post as it is written.',
  })
  platformIds: readonly string[] | null;

  @Field(() => [AdditionEnum], { description: 'What the service adds to the text; the parts have it.' })
  additions: readonly Addition[];

  @Field(() => [PostPart], { description: 'Its parts, in order.' })
  parts: PostPart[];

  @Field(() => FirstCommentPreviewType, {
    nullable: true,
    description: 'The first comment of the same targets; null: none, or the platform takes none.',
  })
  firstComment: FirstCommentPreviewType | null;

  @Field(() => String, {
    nullable: true,
    description: 'The title that it is sent with; null on platforms without titles, and for a pin without text.',
  })
  title: string | null;

  @Field(() => [PreviewFile], {
    description: 'The files of the first part, in order.',
    complexity: listOf(4, () => COST.property),
  })
  files: PreviewFile[];

  @Field(() => Boolean, {
    description: 'Whether the text is too long for a caption and is sent as a separate message after the files.',
  })
  textFollowsFiles: boolean;
}

@ObjectType({ description: 'A web page as a link card shows it.' })
export class LinkPreview {
  @Field(() => Url, { description: 'The address that was asked for.' })
  url: string;

  @Field(() => String, { description: 'Its title: at most 300 characters.' })
  title: string;

  @Field(() => String, { description: 'Its description: at most 1,000 characters, may be empty.' })
  description: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its picture as a `data:` URI: JPEG, at most 600 pixels wide and high. Null if it has none.',
  })
  picture: string | null;
}
