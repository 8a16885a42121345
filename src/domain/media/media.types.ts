import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { MediaStatus, MediaType } from './media.js';

registerEnumType(MediaType, { name: 'MediaType', description: 'What a file is.' });
registerEnumType(MediaStatus, {
  name: 'MediaStatus',
  description: 'Whether a file can be published.',
  valuesConfig: {
    PENDING_UPLOAD: { description: 'Its address was given out; the file has not come, or nobody has read it yet.' },
    READY: { description: 'It was read and is what it says.' },
    INVALID: {
      description:
        'It was read and cannot be published, or there is no room for it; `problem` says why. It was removed.',
    },
  },
});

@ObjectType('MediaMetadata', { description: 'What a file is. Null: it does not apply, or nobody has read it yet.' })
export class MediaMetadataType {
  @Field(() => Float, { nullable: true, description: 'Bytes.' })
  size: number | null;

  @Field(() => Float, { nullable: true, description: 'Pixels.' })
  width: number | null;

  @Field(() => Float, { nullable: true, description: 'In pixels.' })
  height: number | null;

  @Field(() => Float, { nullable: true, description: 'Width divided by height.' })
  aspectRatio: number | null;

  @Field(() => String, { description: 'Short name, such as `jpeg` or `mp4`; `unknown` before it was read.' })
  format: string;

  @Field(() => Float, { nullable: true, description: 'Frames in a second.' })
  frameRate: number | null;

  @Field(() => String, { nullable: true, description: 'How the pictures of a video are coded.' })
  codecName: string | null;

  @Field(() => Float, { nullable: true, description: 'Bits in a second.' })
  bitRate: number | null;

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  duration: number | null;
}

@ObjectType('Media', {
  description: 'A file of a post group. Files are published in the order in which they were added.',
})
export class MediaObjectType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => MediaType, { description: 'What it was announced as.' })
  type: MediaType;

  @Field(() => String, { description: 'Name of the file, without characters that addresses do not take.' })
  name: string;

  @Field(() => String, { nullable: true, description: 'What it shows, in words; updatePost sets it.' })
  altText: string | null;

  @Field(() => String, { description: 'Where it lies in storage.' })
  fileName: string;

  @Field(() => String, { description: 'Public address, once the file has come.' })
  url: string;

  @Field(() => String, { description: 'Content type: as announced, and once it was read, what it is.' })
  mimeType: string;

  @Field(() => MediaStatus, { description: 'Whether it can be published.' })
  status: MediaStatus;

  @Field(() => String, { nullable: true, description: 'Why it cannot be published; null while nothing is known.' })
  problem: string | null;

  @Field(() => MediaMetadataType, { description: 'What it is.' })
  metadata: MediaMetadataType;

  @Field(() => GraphQLDateTimeISO, { description: 'When its address was given out.' })
  addedAt: Date;
}

@InputType({ description: 'A file to upload.' })
export class CreateUploadInput {
  @Field(() => ID, { description: 'The group that it belongs to: POST_GROUP_NOT_FOUND, MEDIA_NOT_ATTACHABLE.' })
  postGroupId: string;

  @Field(() => String, { description: 'Its name; characters other than letters, digits, `_`, `.`, `-` are dropped.' })
  fileName: string;

  @Field(() => String, {
    description:
      'Its content type, the same that the upload sends: CONTENT_TYPE_INVALID. Without `validate`, any text; a bucket takes what is no image or video as application/octet-stream.',
  })
  contentType: string;

  @Field(() => MediaType, { description: 'What it is.' })
  type: MediaType;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Refuse groups that are not yours and content types that do not fit or that no platform takes.',
  })
  validate: boolean;
}

@ObjectType({ description: 'Answer of createUpload.' })
export class CreateUploadPayload {
  @Field(() => String, {
    description: 'Send the file here within an hour: HTTP PUT, with the same Content-Type. A secret until then.',
  })
  uploadUrl: string;

  @Field(() => MediaObjectType, { description: 'The file, not there yet.' })
  media: MediaObjectType;
}

@InputType({ description: 'A file that was uploaded.' })
export class CompleteUploadInput {
  @Field(() => ID, { description: 'The file: 24 hexadecimal characters.' })
  id: string;
}

@ObjectType({ description: 'Answer of completeUpload.' })
export class CompleteUploadPayload {
  @Field(() => MediaObjectType, { description: 'The file as it was read.' })
  media: MediaObjectType;
}

@InputType({ description: 'A file to remove.' })
export class DeleteMediaInput {
  @Field(() => ID, { description: 'The file: 24 hexadecimal characters.' })
  id: string;
}

@ObjectType({ description: 'Answer of deleteMedia.' })
export class DeleteMediaPayload {
  @Field(() => ID, { description: 'Id of the file that is gone.' })
  deletedId: string;
}
