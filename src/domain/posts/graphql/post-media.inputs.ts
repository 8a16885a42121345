import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import { within } from '../../../foundation/errors/within.js';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import { Url } from '../../../foundation/graphql/scalars.js';
import { type FramingsOfFiles, parseFramingsOfFiles } from '../state/framings.js';
import { type GivenFile, parseFiles } from '../state/given-files.js';
import { MediaType } from '../state/media-type.js';
import { FRAMINGS, FramingInput } from './framing.types.js';

registerEnumType(MediaType, {
  name: 'MediaType',
  description: 'What a file is.',
  valuesConfig: {
    IMAGE: { description: 'A still or animated image.' },
    VIDEO: { description: 'A video, with or without sound.' },
  },
});

@InputType({
  description:
    'A file of a post: an uploaded one (`mediaId`), or one that the service fetches (`url`). Exactly one of both: MEDIA_SOURCE_INVALID.',
})
export class PostMediaInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'A file of the post, or your file that was uploaded without a post (MEDIA_NOT_FOUND) and that no other post has (MEDIA_IN_USE), or your file of the library (MEDIA_NOT_READY): the post refers to it with a media id of the post, with its alternative text unless you give one. No two files of a list have the same id: MEDIA_SOURCE_INVALID.',
  })
  mediaId?: string | null;

  @Field(() => Url, {
    nullable: true,
    description:
      'The address of a file: public, without credentials (MEDIA_URL_INVALID). It is fetched as in createUploadFromUrl.',
  })
  url?: string | null;

  @Field(() => MediaType, {
    nullable: true,
    description:
      'What the file of a URL is, as far as you know: its bytes decide. If omitted, a video if the URL ends like one (such as `.mp4`), otherwise an image. Ignored with a mediaId.',
  })
  type?: MediaType | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A description of what it shows, at most 10,000 characters: ALT_TEXTS_TOO_LONG. Empty: none. If omitted, an uploaded file keeps its own. Sent to platforms that support alternative texts.',
  })
  altText?: string | null;

  @Field(() => [FramingInput], {
    nullable: true,
    description: `${FRAMINGS} An empty list: none. If omitted, an uploaded file keeps its own.`,
  })
  framings?: FramingInput[] | null;
}

@InputType({ description: 'How a file is cropped, and where its focus is.' })
export class MediaFramingsInput {
  @Field(() => ID, { description: 'A file of the group: MEDIA_NOT_FOUND.' })
  mediaId: string;

  @Field(() => [FramingInput], { description: `Replaces its framings; an empty list removes them. ${FRAMINGS}` })
  framings: FramingInput[];
}

/** Framings as use cases receive them. ID_INVALID, FRAMING_INVALID. */
export const toFramings = (files: readonly MediaFramingsInput[]): FramingsOfFiles =>
  parseFramingsOfFiles(
    files.map(({ mediaId, framings }, index) => ({
      mediaId: within(`framings.${index}`, () => parseId('mediaId', mediaId)),
      framings,
    })),
  );

/** Files as use cases receive them. ID_INVALID and the errors of `parseFiles`. */
export const toFiles = (media: readonly PostMediaInput[]): GivenFile[] =>
  parseFiles(
    media.map(({ mediaId, ...file }, index) => ({
      ...file,
      mediaId: mediaId == null ? null : within(`media.${index}`, () => parseId('mediaId', mediaId)),
    })),
  );
