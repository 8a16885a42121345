import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { listOf } from '../../foundation/graphql/cost.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { MediaObjectType } from '../media/media.types.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { LabelColor, LabelMatch } from './labels.js';

registerEnumType(LabelColor, {
  name: 'LabelColor',
  description: 'The colour of a label. Clients choose the shade that is readable in their theme.',
  valuesConfig: {
    GRAY: { description: 'A shade of gray.' },
    RED: { description: 'A shade of red.' },
    PINK: { description: 'A shade of pink.' },
    PURPLE: { description: 'A shade of purple.' },
    VIOLET: { description: 'A shade of violet.' },
    INDIGO: { description: 'A shade of indigo.' },
    BLUE: { description: 'A shade of blue.' },
    CYAN: { description: 'A shade of cyan.' },
    TEAL: { description: 'A shade of teal.' },
    GREEN: { description: 'A shade of green.' },
    YELLOW: { description: 'A shade of yellow.' },
    ORANGE: { description: 'A shade of orange.' },
  },
});

registerEnumType(LabelMatch, {
  name: 'LabelMatch',
  description: 'How posts match a filter by labels.',
  valuesConfig: {
    ANY: { description: 'They have at least one of the labels.' },
    ALL: { description: 'They have all of the labels.' },
    NONE: { description: 'They have none of the labels.' },
  },
});

@ObjectType('Label', {
  implements: Node,
  description: 'A name and a colour by which you sort posts and files. It changes nothing of what is published.',
})
export class LabelType {
  /** For the cursor, and the order by name. */
  nameKey: string;

  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: '1 to 50 characters, unique in the account. Case does not distinguish names.' })
  name: string;

  @Field(() => LabelColor, { description: 'Its colour.' })
  color: LabelColor;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;
}

export const LabelConnection = connectionOf('Label', LabelType);

const NAME =
  'Its name: 1 to 50 characters (Unicode code points), on one line; white space around it is dropped. LABEL_NAME_INVALID, TEXT_NOT_PUBLISHABLE, LABEL_NAME_TAKEN.';

@InputType({ description: 'A new label.' })
export class CreateLabelInput {
  @Field(() => String, { description: NAME })
  name: string;

  @Field(() => LabelColor, { defaultValue: LabelColor.GRAY, description: 'Its colour.' })
  color: LabelColor;
}

@ObjectType({ description: 'Result of createLabel.' })
export class CreateLabelPayload {
  @Field(() => LabelType, { description: 'The label, which nothing has yet.' })
  label: LabelType;
}

@InputType({ description: 'Changes of a label. What is omitted, or null, keeps its value.' })
export class UpdateLabelInput {
  @Field(() => ID, { description: 'The label: 24 hexadecimal characters. LABEL_NOT_FOUND.' })
  labelId: string;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => LabelColor, { nullable: true, description: 'Its colour.' })
  color?: LabelColor | null;
}

@ObjectType({ description: 'Result of updateLabel.' })
export class UpdateLabelPayload {
  @Field(() => LabelType, { description: 'The label after the change.' })
  label: LabelType;
}

@InputType({ description: 'The label to delete.' })
export class DeleteLabelInput {
  @Field(() => ID, { description: 'The label: 24 hexadecimal characters. LABEL_NOT_FOUND.' })
  labelId: string;
}

@ObjectType({ description: 'Result of deleteLabel.' })
export class DeleteLabelPayload {
  @Field(() => ID, { description: 'Id of the deleted label.' })
  deletedLabelId: string;

  @Field(() => Int, { description: 'How many posts had it.' })
  postCount: number;

  @Field(() => Int, { description: 'How many files had it.' })
  fileCount: number;
}

@InputType({
  description:
    'Labels that posts and files get and lose. At most 500 posts and files together, and at most 200 labels together, at least one of each: LABEL_CHANGES_INVALID.',
})
export class ChangeLabelsInput {
  @Field(() => [ID], { defaultValue: [], description: 'Posts, in any status. LABEL_TARGETS_NOT_FOUND.' })
  postGroupIds: string[];

  @Field(() => [ID], { defaultValue: [], description: 'Files. LABEL_TARGETS_NOT_FOUND.' })
  mediaIds: string[];

  @Field(() => [ID], {
    defaultValue: [],
    description:
      'Labels that each of them has from now on; it may have them already. A post or file has at most 20 labels: LABELS_TOO_MANY. LABEL_NOT_FOUND.',
  })
  add: string[];

  @Field(() => [ID], {
    defaultValue: [],
    description: 'Labels that none of them has from now on; it need not have them. LABEL_NOT_FOUND.',
  })
  remove: string[];
}

@ObjectType({ description: 'Result of changeLabels.' })
export class ChangeLabelsPayload {
  @Field(() => [PostGroupType], {
    description: 'The posts whose labels changed, in any order. Each counts for the cost of the operation.',
    complexity: listOf(1),
  })
  postGroups: PostGroupType[];

  @Field(() => [MediaObjectType], {
    description: 'The files whose labels changed, in any order. Each counts for the cost of the operation.',
    complexity: listOf(1),
  })
  media: MediaObjectType[];
}

@InputType('LabelFilter', { description: 'Posts by their labels.' })
export class LabelFilterInput {
  @Field(() => [ID], {
    description:
      'At most 200 labels: FILTER_INVALID, ID_INVALID. A label that was deleted is one that no post has. Without ids, ANY matches nothing, and ALL and NONE match everything.',
  })
  ids: string[];

  @Field(() => LabelMatch, { defaultValue: LabelMatch.ANY, description: 'How posts match.' })
  match: LabelMatch;
}
