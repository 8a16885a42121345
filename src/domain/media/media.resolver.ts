import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { AFTER, type Connection, FIRST, oldestFirst, pageOf } from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { NullOnlyWithError } from '../../foundation/graphql/directives.js';
import { CURSOR, cursorsOf } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { type PostsContext, shownGroup } from '../posts/graphql/posts.context.js';
import type { CreateUpload } from './create-upload.use-case.js';
import type { CreateUploadFromUrl } from './create-upload-from-url.use-case.js';
import type { DeleteMedia } from './delete-media.use-case.js';
import { correctionOf } from './file-format.js';
import type { MediaContext } from './media.context.js';
import { declaredTypeOf, type Media, MediaStatus, thumbnailUrlOf } from './media.js';
import { findMedia } from './media.repository.js';
import {
  CompleteUploadInput,
  CompleteUploadPayload,
  CreateUploadFromUrlInput,
  CreateUploadFromUrlPayload,
  CreateUploadInput,
  CreateUploadPayload,
  DeleteMediaInput,
  DeleteMediaPayload,
  MediaConnection,
  MediaObjectType,
} from './media.types.js';
import type { ReadMedia } from './read-media.use-case.js';

/** A file as GraphQL shows it. */
export const toMediaType = ({ urlPure: url, ...media }: Media): MediaObjectType => {
  const { status, mimeType, fileName } = media;
  const thumbnailUrl = thumbnailUrlOf({ ...media, urlPure: url });
  const declared = { kind: declaredTypeOf(fileName), contentType: media.declaredMimeType ?? '' };
  return {
    ...media,
    url,
    thumbnailUrl,
    correction: status === MediaStatus.READY ? correctionOf(mimeType, declared) : null,
  };
};

const groupIdOf = ({ postGroupId }: { postGroupId?: string | null }): string | null =>
  postGroupId == null ? null : parseId('postGroupId', postGroupId);

const FILES = cursorsOf('media', { position: z.int().nullable(), time: CURSOR.time, id: CURSOR.id });

const positionOf = ({ position = null, addedAt, id }: MediaObjectType) => ({ position, time: addedAt, id });

/** As files are read to be published. */
function compare(one: ReturnType<typeof positionOf>, other: ReturnType<typeof positionOf>): number {
  const [first, second] = [one.position ?? Infinity, other.position ?? Infinity];
  return first === second ? oldestFirst(one, other) : first - second;
}

@Resolver(() => MediaObjectType)
export class MediaGroupResolver {
  @FieldResolver(() => PostGroupType, {
    nullable: true,
    description: 'Its group; null if it was removed meanwhile, or is not yours.',
  })
  async postGroup(
    @Root() { groupId }: MediaObjectType,
    @CurrentViewer() viewer: Viewer,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostGroupType | null> {
    const group = await shownGroup(info, context, groupId);
    // Uploads that are not validated may name a group of another account [get-upload-url/postGroupId].
    return group?.userId === viewer.userId ? group : null;
  }
}

@Resolver(() => PostGroupType)
export class MediaResolver {
  constructor(
    private readonly needs: {
      db: Db;
      createUpload: CreateUpload;
      createUploadFromUrl: CreateUploadFromUrl;
      readMedia: ReadMedia;
      deleteMedia: DeleteMedia;
    },
  ) {}

  @NullOnlyWithError()
  @FieldResolver(() => MediaConnection, {
    nullable: true,
    description: 'Your files of the group, in the order of publishing; null only with an error: PAGE_INVALID.',
  })
  async media(
    @Root() group: PostGroupType,
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders, compat }: MediaContext,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<MediaObjectType>> {
    const media = (await loaders.mediaOfGroup.load({ groupId: group.id, userId: viewer.userId })).map(toMediaType);
    const limit = compat?.allFiles && media.length;
    return pageOf({ first, after, limit }, media, { cursors: FILES, positionOf, compare });
  }

  @Mutation(() => CreateUploadPayload, {
    description:
      'Creates a URL to upload a file to, of a group or for a later one. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, MEDIA_NOT_ATTACHABLE, CONTENT_TYPE_INVALID, PLATFORM_NOT_AVAILABLE, STORAGE_LIMIT_REACHED, APPROVAL_REQUIRED.',
    complexity: COST.upload,
  })
  async createUpload(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CreateUploadInput, { description: 'The file.' }) input: CreateUploadInput,
    @Ctx() { compat }: Pick<MediaContext, 'compat'>,
  ): Promise<CreateUploadPayload> {
    const validate = compat === null;
    // In REST it may be any text; an id finds its group in either case.
    const postGroupId = validate ? groupIdOf(input) : (input.postGroupId?.toLowerCase() ?? null);
    const media = await this.needs.createUpload(viewer, { ...input, postGroupId, validate });
    return { uploadUrl: media.uploadUrl, media: toMediaType(media) };
  }

  @Mutation(() => CreateUploadFromUrlPayload, {
    nullable: true,
    description:
      'Adds a file, to a group or for a later one. The service fetches it from a URL, soon after this response: at most 512 MB, within five minutes. It becomes READY, or INVALID with the `problem`. If the server fails or does not respond, the service tries four times in about a minute. Errors: POST_GROUP_NOT_FOUND, ID_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_ATTACHABLE, PLATFORM_NOT_AVAILABLE, STORAGE_LIMIT_REACHED, APPROVAL_REQUIRED.',
    complexity: COST.readFile,
  })
  async createUploadFromUrl(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CreateUploadFromUrlInput, { description: 'The file.' }) input: CreateUploadFromUrlInput,
  ): Promise<CreateUploadFromUrlPayload> {
    const postGroupId = groupIdOf(input);
    const media = await this.needs.createUploadFromUrl(viewer, {
      ...input,
      postGroupId,
      fileName: input.fileName ?? null,
    });
    return { media: toMediaType(media) };
  }

  @Mutation(() => CompleteUploadPayload, {
    description:
      'Inspects an uploaded file immediately instead of waiting for the queue. A file that has not been uploaded stays PENDING_UPLOAD; one that cannot be published, or exceeds the storage limit, becomes INVALID and is deleted. Errors: ID_INVALID, MEDIA_NOT_FOUND.',
    complexity: COST.readFile,
  })
  async completeUpload(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CompleteUploadInput, { description: 'The file.' }) input: CompleteUploadInput,
  ): Promise<CompleteUploadPayload> {
    const id = parseId('mediaId', input.mediaId);
    const known = await findMedia(this.needs.db, id);
    const media = known?.userId === viewer.userId ? await this.needs.readMedia(id) : null;
    if (!media) throw new AppError('MEDIA_NOT_FOUND');
    return { media: toMediaType(media) };
  }

  @Mutation(() => DeleteMediaPayload, {
    description:
      'Removes a file from a group whose publishing has not started; deleteLibraryFiles deletes those of the library. Errors: ID_INVALID, MEDIA_NOT_FOUND, MEDIA_NOT_DELETABLE, APPROVAL_REQUIRED.',
  })
  async deleteMedia(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DeleteMediaInput, { description: 'The file.' }) input: DeleteMediaInput,
  ): Promise<DeleteMediaPayload> {
    const deletedMediaId = parseId('mediaId', input.mediaId);
    await this.needs.deleteMedia(viewer, deletedMediaId);
    return { deletedMediaId };
  }
}
