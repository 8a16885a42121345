import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { MediaObjectType } from '../media/media.types.js';
import { MediaType } from '../posts/state/media-type.js';
import { LibrarySort } from './library.js';

registerEnumType(LibrarySort, {
  name: 'LibrarySort',
  description: 'The order of the media library.',
  valuesConfig: {
    NEWEST: { description: 'Files that were added last come first.' },
    OLDEST: { description: 'Files that were added first come first.' },
    NAME: { description: 'By name, ignoring case.' },
  },
});

@InputType('LibraryFilter', { description: 'Filters the media library. All conditions apply.' })
export class LibraryFilterInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Files with this text in their name or alternative text, ignoring case; at most 200 characters: FILTER_INVALID. A blank text is ignored.',
  })
  text?: string | null;

  @Field(() => MediaType, { nullable: true, description: 'Files of this type.' })
  type?: MediaType | null;

  @Field(() => [ID], {
    defaultValue: [],
    description: 'Files with all of these labels, at most 20: ID_INVALID, FILTER_INVALID.',
  })
  labelIds: string[];

  @Field(() => Boolean, { defaultValue: false, description: 'Only files that no post uses.' })
  unused: boolean;
}

@InputType({ description: 'A file to keep.' })
export class KeepInLibraryInput {
  @Field(() => ID, {
    description: 'Your file, uploaded or not: 24 hexadecimal characters. MEDIA_NOT_FOUND, MEDIA_NOT_READY.',
  })
  mediaId: string;
}

@ObjectType({ description: 'Result of keepInLibrary.' })
export class KeepInLibraryPayload {
  @Field(() => MediaObjectType, {
    description: 'The file of the library. Of a file of a post, it has another id, and the same bytes.',
  })
  media: MediaObjectType;
}

@InputType({ description: 'Changes to a file of the library. Omitted fields are unchanged.' })
export class UpdateLibraryFileInput {
  @Field(() => ID, { description: 'A file that is kept in the library. LIBRARY_FILE_NOT_FOUND.' })
  mediaId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its name: one line of 1 to 150 characters, trimmed. LIBRARY_NAME_INVALID, TEXT_NOT_PUBLISHABLE.',
  })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Its alternative text, which posts get with the file from now on. An empty text is none. ALT_TEXTS_TOO_LONG, TEXT_NOT_PUBLISHABLE.',
  })
  altText?: string | null;
}

@ObjectType({ description: 'Result of updateLibraryFile.' })
export class UpdateLibraryFilePayload {
  @Field(() => MediaObjectType, { description: 'The file after the change.' })
  media: MediaObjectType;
}

@InputType({ description: 'A file of the library for a post.' })
export class AttachLibraryFileInput {
  @Field(() => ID, { description: 'A file that is kept in the library. LIBRARY_FILE_NOT_FOUND, MEDIA_NOT_READY.' })
  mediaId: string;

  @Field(() => ID, { description: 'The group that it is added to: POST_GROUP_NOT_FOUND, MEDIA_NOT_ATTACHABLE.' })
  postGroupId: string;
}

@ObjectType({ description: 'Result of attachLibraryFile.' })
export class AttachLibraryFilePayload {
  @Field(() => MediaObjectType, { description: 'The file of the post: it has another id, and the same bytes.' })
  media: MediaObjectType;
}

@InputType({ description: 'Files to delete.' })
export class DeleteLibraryFilesInput {
  @Field(() => [ID], {
    description: 'Files of the library, at most 100: LIBRARY_FILES_TOO_MANY, LIBRARY_FILE_NOT_FOUND.',
  })
  mediaIds: string[];

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Also remove the files from the drafts that use them. Otherwise such drafts are LIBRARY_FILES_IN_USE. A scheduled post never loses a file, because its platforms may then refuse it: LIBRARY_FILES_SCHEDULED. On an error, nothing is deleted.',
  })
  detach: boolean;
}

@ObjectType({ description: 'Result of deleteLibraryFiles.' })
export class DeleteLibraryFilesPayload {
  @Field(() => [ID], { description: 'Ids of the deleted files.' })
  deletedMediaIds: string[];
}
