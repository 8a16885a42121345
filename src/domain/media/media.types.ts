import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, Int64, Url } from '../../foundation/graphql/scalars.js';
import { FramingType } from '../posts/graphql/framing.types.js';
import { MediaType } from '../posts/state/media-type.js';
import { type MediaOrigin, MediaStatus } from './media.js';

registerEnumType(MediaStatus, {
  name: 'MediaStatus',
  description: 'The status of a file.',
  valuesConfig: {
    PENDING_UPLOAD: { description: 'The file has not been uploaded, or fetched from its URL, and inspected yet.' },
    READY: { description: 'It was inspected and can be published.' },
    INVALID: {
      description:
        'It could not be fetched, cannot be published, exceeds the storage limit, or was removed long after its post had ended; see `problem`. It is not stored.',
    },
  },
});

@ObjectType('MediaMetadata', { description: 'Properties of a file. Null if not applicable, or not inspected yet.' })
export class MediaMetadataType {
  @Field(() => Int64, { nullable: true, description: 'Bytes.' })
  size: number | null;

  @Field(() => Int, { nullable: true, description: 'Pixels.' })
  width: number | null;

  @Field(() => Int, { nullable: true, description: 'In pixels.' })
  height: number | null;

  @Field(() => Float, { nullable: true, description: 'Width divided by height.' })
  aspectRatio: number | null;

  @Field(() => String, { description: 'Short name, such as `jpeg` or `mp4`; `unknown` until it is inspected.' })
  format: string;

  @Field(() => Float, { nullable: true, description: 'Frames per second.' })
  frameRate: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'How a video stores its colours, such as `yuv420p` or `yuv444p10`.',
  })
  pixelFormat: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Frames of an animated image, or pages of a TIFF; null for one, and of a video.',
  })
  frames: number | null;

  @Field(() => String, { nullable: true, description: 'Video codec, such as `AVC` (H.264), `HEVC` or `VP9`.' })
  codecName: string | null;

  @Field(() => Float, { nullable: true, description: 'Bits per second.' })
  bitRate: number | null;

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  duration: number | null;
}

@ObjectType('Media', {
  implements: Node,
  description:
    'A file of a post group, or of the media library. Files are published in the order in which they were added, or which updatePost gave them.',
})
export class MediaObjectType {
  /** For the postGroup resolver. */
  groupId: string;

  /** For the library. */
  origin: MediaOrigin;

  /** For the pages of a group's files. */
  position?: number | null;

  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => MediaType, { description: 'What it is: as declared, and once it was inspected, what its bytes are.' })
  type: MediaType;

  @Field(() => String, { description: 'File name, without characters that are not allowed in URLs.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Alternative text; set by createPost and updatePost, and of a file of the library by updateLibraryFile.',
  })
  altText: string | null;

  @Field(() => [FramingType], {
    description:
      'How its parts that platforms receive are chosen; set by createPost and updatePost. The framing for a platform wins over the one for all. Empty: it is sent as a whole, cut around its centre where a platform’s aspect ratio requires it.',
    complexity: listOf(3, () => COST.property),
  })
  framings: readonly FramingType[];

  @Field(() => String, { description: 'Object key in storage.' })
  fileName: string;

  @Field(() => Url, { description: 'Public URL, once the file is uploaded.' })
  url: string;

  @Field(() => Url, {
    nullable: true,
    description:
      'Public URL of a small picture of an image: WebP, at most 320 pixels wide and high, of an animation the first frame. Null until the service has made it, moments after the upload, and for videos. It changes when another file is uploaded in place.',
  })
  thumbnailUrl: string | null;

  @Field(() => String, {
    description:
      'Content type: as declared (`image/*` or `video/*` of a file that is fetched from a URL), and once inspected, as detected.',
  })
  mimeType: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The correction of a wrong declaration, such as `Declared as image/jpeg; the file is a PNG image`; null if the declaration was right. The file is published as its actual type.',
  })
  correction: string | null;

  @Field(() => MediaStatus, { description: 'Whether it was inspected and can be published.' })
  status: MediaStatus;

  @Field(() => String, { nullable: true, description: 'Why it cannot be published; null if no problem is known.' })
  problem: string | null;

  @Field(() => MediaMetadataType, { description: 'What it is.' })
  metadata: MediaMetadataType;

  @Field(() => DateTime, { description: 'When it was added to the group, before it was uploaded.' })
  addedAt: Date;
}

export const MediaConnection = connectionOf('Media', MediaObjectType);

@InputType({ description: 'A file to upload.' })
export class CreateUploadInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The group that it belongs to: POST_GROUP_NOT_FOUND, MEDIA_NOT_ATTACHABLE. If omitted, it belongs to none until createPost or updatePost names it in `media`. A file without a group is removed after a day, unless keepInLibrary keeps it.',
  })
  postGroupId?: string | null;

  @Field(() => String, { description: 'Its name; characters other than letters, digits, `_`, `.`, `-` are dropped.' })
  fileName: string;

  @Field(() => String, {
    description:
      'Its content type, the same as sent with the upload. The bytes determine the actual type. A type that is of neither images nor videos is CONTENT_TYPE_INVALID.',
  })
  contentType: string;

  @Field(() => MediaType, { description: 'What it is, as far as you know: its bytes decide.' })
  type: MediaType;
}

@ObjectType({ description: 'Result of createUpload.' })
export class CreateUploadPayload {
  @Field(() => Url, {
    description:
      'Upload the file to this URL within an hour: HTTP PUT, with the same Content-Type. Keep it secret until then.',
  })
  uploadUrl: string;

  @Field(() => MediaObjectType, { description: 'The file, not uploaded yet.' })
  media: MediaObjectType;
}

@InputType({ description: 'A file to fetch.' })
export class CreateUploadFromUrlInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The group that it belongs to: 24 hexadecimal characters. If omitted, none, as in createUpload.',
  })
  postGroupId?: string | null;

  @Field(() => Url, {
    description: 'Its address: public, without credentials (MEDIA_URL_INVALID). Up to five redirects are followed.',
  })
  url: string;

  @Field(() => MediaType, { description: 'What it is, as far as you know: its bytes decide.' })
  type: MediaType;

  @Field(() => String, {
    nullable: true,
    description:
      'Its name; the last part of the address if omitted. Characters other than letters, digits, `_`, `.`, `-` are dropped.',
  })
  fileName?: string | null;
}

@ObjectType({ description: 'Result of createUploadFromUrl.' })
export class CreateUploadFromUrlPayload {
  @Field(() => MediaObjectType, { description: 'The file, which is fetched soon: PENDING_UPLOAD.' })
  media: MediaObjectType;
}

@InputType({ description: 'A file that was uploaded.' })
export class CompleteUploadInput {
  @Field(() => ID, { description: 'The file: 24 hexadecimal characters.' })
  mediaId: string;
}

@ObjectType({ description: 'Result of completeUpload.' })
export class CompleteUploadPayload {
  @Field(() => MediaObjectType, { description: 'The inspected file.' })
  media: MediaObjectType;
}

@InputType({ description: 'A file to remove.' })
export class DeleteMediaInput {
  @Field(() => ID, { description: 'The file: 24 hexadecimal characters.' })
  mediaId: string;
}

@ObjectType({ description: 'Result of deleteMedia.' })
export class DeleteMediaPayload {
  @Field(() => ID, { description: 'Id of the removed file.' })
  deletedMediaId: string;
}
