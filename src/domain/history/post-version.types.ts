import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { EditorKind, VersionField } from './post-version.js';

registerEnumType(EditorKind, {
  name: 'PostEditorKind',
  description: 'Who edited a post.',
  valuesConfig: {
    PERSON: { description: 'A person who was signed in.' },
    API_KEY: { description: 'A program with an API key.' },
    APPLICATION: { description: 'A connected application.' },
    OPERATOR: { description: 'The operator of the service.' },
  },
});
registerEnumType(VersionField, {
  name: 'PostVersionField',
  description: 'What a change is about.',
  valuesConfig: {
    CONTENT: { description: 'The text.' },
    ACCOUNT: {
      description: 'An account was added or removed. The subject is its platform id.',
    },
    ACCOUNT_CONTENT: { description: 'The own text of an account. The subject is its platform id.' },
    ACCOUNT_FIRST_COMMENT: {
      description: 'The own first comment of an account; empty: none. The subject is its platform id.',
    },
    STATUS: { description: 'The status, as the names of PostGroupStatus.' },
    SCHEDULED_TIME: { description: 'The time, ISO 8601.' },
    SETTING: { description: 'A setting of a platform. The subject is the platform and the name: `photogram.title`.' },
    VIDEO_TIMESTAMP: { description: 'The frame that is the cover of a video, in milliseconds.' },
    ADD_SIGNATURE: { description: 'Whether signatures close its texts: `true` or `false`.' },
    ADD_LINK_PARAMETERS: { description: 'Whether its links get parameters: `true` or `false`.' },
    FILE: { description: 'A file was added or removed. The subject is its name, the value its id.' },
    FILE_ORDER: { description: 'The order of the files that are in both versions, as their names.' },
    ALT_TEXT: { description: 'The alternative text of a file. The subject is its name.' },
    FRAMING: {
      description: 'How an image is cropped, and where its focus is, as a short text. The subject is its name.',
    },
  },
});

@ObjectType({ description: 'Who edited a post.' })
export class PostEditor {
  @Field(() => EditorKind, { description: 'What kind of editor it is.' })
  kind: EditorKind;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person, the API key or the application at that time; null: the operator.',
  })
  name: string | null;
}

@ObjectType({ description: 'Something that differs from the version before.' })
export class PostVersionChange {
  @Field(() => VersionField, { description: 'What it is.' })
  field: VersionField;

  @Field(() => String, { nullable: true, description: 'Which account, setting or file; null for other fields.' })
  subject: string | null;

  @Field(() => String, { nullable: true, description: 'The value in the version before; null: none.' })
  before: string | null;

  @Field(() => String, { nullable: true, description: 'The value in this version; null: none.' })
  after: string | null;
}

@ObjectType('PostVersion', { description: 'A group as it was after an edit. Never changes.' })
export class PostVersionType {
  @Field(() => ID, { description: 'The group.' })
  postGroupId: string;

  @Field(() => Int, { description: 'From 1, in the order of the edits.' })
  number: number;

  @Field(() => PostEditor, {
    nullable: true,
    description:
      'Who made the edit. Null: this is the group as it was before its first edit, or what the service changed, such as the status of a post that was published; or it was approved with an approval link.',
  })
  editedBy: PostEditor | null;

  @Field(() => DateTime, { description: 'When the group became so.' })
  createdAt: Date;
}

export const PostVersionConnection = connectionOf('PostVersion', PostVersionType);

@InputType({ description: 'The version to restore.' })
export class RestorePostVersionInput {
  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => Int, { description: 'Number of the version. POST_VERSION_NOT_FOUND.' })
  number: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Refuse the change if the group was changed after this moment, its updatedAt: POST_GROUP_CHANGED.',
  })
  ifUnchangedSince?: Date | null;
}

@ObjectType({ description: 'Something of a version that could not be restored.' })
export class PostVersionLoss {
  @Field(() => VersionField, { description: 'ACCOUNT: it is not connected any more. FILE: it was removed.' })
  field: VersionField;

  @Field(() => String, { nullable: true, description: 'Platform id of the account, or name of the file.' })
  subject: string | null;
}

@ObjectType({ description: 'Result of restorePostVersion.' })
export class RestorePostVersionPayload {
  @Field(() => PostGroupType, { description: 'The group.' })
  postGroup: PostGroupType;

  @Field(() => [PostVersionLoss], { description: 'What could not be restored.' })
  notRestored: PostVersionLoss[];
}
