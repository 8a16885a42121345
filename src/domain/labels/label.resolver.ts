import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AFTER, type Connection, FIRST, pageOf } from '../../foundation/graphql/connection.types.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { CURSOR, cursorsOf } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import type { MediaContext } from '../media/media.context.js';
import { toMediaType } from '../media/media.resolver.js';
import { MediaObjectType } from '../media/media.types.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { type PostsContext, shownGroup } from '../posts/graphql/posts.context.js';
import type { ChangeLabels } from './change-labels.use-case.js';
import type { CreateLabel } from './create-label.use-case.js';
import type { DeleteLabel } from './delete-label.use-case.js';
import { labelsOfUser } from './label.repository.js';
import {
  ChangeLabelsInput,
  ChangeLabelsPayload,
  CreateLabelInput,
  CreateLabelPayload,
  DeleteLabelInput,
  DeleteLabelPayload,
  LabelConnection,
  LabelType,
  UpdateLabelInput,
  UpdateLabelPayload,
} from './label.types.js';
import { byName, type LabelsContext } from './labels.context.js';
import { MAX_LABELLED } from './labels.js';
import type { UpdateLabel } from './update-label.use-case.js';

const LABELS = cursorsOf('labels', { nameKey: z.string(), id: CURSOR.id });

/** Most have no label, or one. */
const ASSUMED_LABELS = 1;

/** Labels, and what has them. */
@Resolver(() => LabelType)
export class LabelResolver {
  constructor(
    private readonly needs: {
      db: Db;
      createLabel: CreateLabel;
      updateLabel: UpdateLabel;
      deleteLabel: DeleteLabel;
      changeLabels: ChangeLabels;
    },
  ) {}

  @Query(() => LabelConnection, { description: 'Your labels, at most 200, by name. Errors: PAGE_INVALID.' })
  async labels(
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<LabelType>> {
    const labels = await labelsOfUser(this.needs.db, viewer.userId);
    const positionOf = ({ nameKey, id }: LabelType) => ({ nameKey, id });
    return pageOf({ first, after }, labels, { cursors: LABELS, positionOf, compare: byName });
  }

  @FieldResolver(() => Int, { description: 'How many posts have it.' })
  postCount(@Root() { id }: LabelType, @Ctx() { loaders }: LabelsContext): Promise<number> {
    return loaders.groupsOfLabel.load(id);
  }

  @FieldResolver(() => Int, { description: 'How many files have it.' })
  fileCount(@Root() { id }: LabelType, @Ctx() { loaders }: LabelsContext): Promise<number> {
    return loaders.mediaOfLabel.load(id);
  }

  @Mutation(() => CreateLabelPayload, {
    description:
      'Creates a label, at most 200. Errors: LABEL_NAME_INVALID, TEXT_NOT_PUBLISHABLE, LABEL_NAME_TAKEN, LABEL_LIMIT_REACHED.',
    complexity: COST.recorded,
  })
  async createLabel(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CreateLabelInput, { description: 'The label.' }) input: CreateLabelInput,
  ): Promise<CreateLabelPayload> {
    return { label: await this.needs.createLabel(viewer, input) };
  }

  @Mutation(() => UpdateLabelPayload, {
    description:
      'Changes the name or the colour of a label, wherever it is. Errors: ID_INVALID, LABEL_NAME_INVALID, TEXT_NOT_PUBLISHABLE, LABEL_NOT_FOUND, LABEL_NAME_TAKEN.',
    complexity: COST.recorded,
  })
  async updateLabel(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => UpdateLabelInput, { description: 'The changes.' }) input: UpdateLabelInput,
  ): Promise<UpdateLabelPayload> {
    const id = parseId('labelId', input.labelId);
    const { name = null, color = null } = input;
    return { label: await this.needs.updateLabel(viewer, { id, name, color }) };
  }

  @Mutation(() => DeleteLabelPayload, {
    description:
      'Deletes a label, and removes it from the posts and files that have it; they stay as they are otherwise. Errors: ID_INVALID, LABEL_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async deleteLabel(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DeleteLabelInput, { description: 'The label.' }) input: DeleteLabelInput,
  ): Promise<DeleteLabelPayload> {
    const deletedLabelId = parseId('labelId', input.labelId);
    const { posts: postCount, files: fileCount } = await this.needs.deleteLabel(viewer, deletedLabelId);
    return { deletedLabelId, postCount, fileCount };
  }

  @Mutation(() => ChangeLabelsPayload, {
    description:
      'Adds labels to up to 500 posts and files, and removes labels from them: all of it, or nothing. Repeating it changes nothing. Posts may have any status: labels are notes about them, and are not published. Errors: ID_INVALID, LABEL_CHANGES_INVALID, LABEL_NOT_FOUND, LABEL_TARGETS_NOT_FOUND, LABELS_TOO_MANY.',
    complexity: ({ args, childComplexity }) => {
      const { postGroupIds, mediaIds } = args.input as ChangeLabelsInput;
      // More are refused by the field itself.
      return COST.recorded + Math.min(postGroupIds.length + mediaIds.length, MAX_LABELLED) * (1 + childComplexity);
    },
  })
  async changeLabels(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => ChangeLabelsInput, { description: 'What changes.' }) input: ChangeLabelsInput,
    @Ctx() context: LabelsContext & PostsContext & MediaContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ChangeLabelsPayload> {
    const idsOf = (name: keyof ChangeLabelsInput) => input[name].map((id) => parseId(name, id));
    const { postGroupIds, mediaIds } = await this.needs.changeLabels(viewer, {
      postGroupIds: idsOf('postGroupIds'),
      mediaIds: idsOf('mediaIds'),
      add: idsOf('add'),
      remove: idsOf('remove'),
    });
    const { loaders } = context;
    for (const loader of [loaders.labelsOfGroup, loaders.labelsOfMedia, loaders.groupsOfLabel, loaders.mediaOfLabel]) {
      loader.clearAll();
    }
    const groups = await Promise.all(postGroupIds.map((id) => shownGroup(info, context, id)));
    const media = await Promise.all(mediaIds.map((id) => loaders.media.load(id)));
    return {
      postGroups: groups.filter((group) => group !== null),
      media: media.flatMap((file) => (file ? toMediaType(file) : [])),
    };
  }
}

@Resolver(() => PostGroupType)
export class PostLabelsResolver {
  @FieldResolver(() => [LabelType], {
    description: 'Its labels, by name: at most 20.',
    complexity: listOf(ASSUMED_LABELS),
  })
  labels(@Root() { id }: PostGroupType, @Ctx() { loaders }: LabelsContext): Promise<LabelType[]> {
    return loaders.labelsOfGroup.load(id);
  }
}

@Resolver(() => MediaObjectType)
export class FileLabelsResolver {
  @FieldResolver(() => [LabelType], {
    description: 'Its labels, by name: at most 20.',
    complexity: listOf(ASSUMED_LABELS),
  })
  labels(@Root() { id }: MediaObjectType, @Ctx() { loaders }: LabelsContext): Promise<LabelType[]> {
    return loaders.labelsOfMedia.load(id);
  }
}
