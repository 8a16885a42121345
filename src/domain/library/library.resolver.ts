import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import {
  AFTER,
  byId,
  type Connection,
  compareTexts,
  FIRST,
  pageOf,
  readPage,
} from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { NullOnlyWithError } from '../../foundation/graphql/directives.js';
import { CURSOR, cursorsOf } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { MAX_LABELS_EACH } from '../labels/labels.js';
import { MediaOrigin } from '../media/media.js';
import { toMediaType } from '../media/media.resolver.js';
import { MediaConnection, MediaObjectType } from '../media/media.types.js';
import { PostGroupConnection } from '../posts/graphql/post-group.types.js';
import { type PostsContext, shownGroup } from '../posts/graphql/posts.context.js';
import type { AttachLibraryFile } from './attach-library-file.use-case.js';
import type { DeleteLibraryFiles } from './delete-library-files.use-case.js';
import type { KeepInLibrary } from './keep-in-library.use-case.js';
import type { LibraryContext } from './library.context.js';
import { type LibraryFilter, LibrarySort, parseSearch } from './library.js';
import { countLibrary, libraryPage } from './library.repository.js';
import {
  AttachLibraryFileInput,
  AttachLibraryFilePayload,
  DeleteLibraryFilesInput,
  DeleteLibraryFilesPayload,
  KeepInLibraryInput,
  KeepInLibraryPayload,
  LibraryFilterInput,
  UpdateLibraryFileInput,
  UpdateLibraryFilePayload,
} from './library.types.js';
import type { UpdateLibraryFile } from './update-library-file.use-case.js';

const USES = byId('usedIn');

const cursorsFor = (sort: LibrarySort) =>
  sort === LibrarySort.NAME
    ? cursorsOf('mediaLibrary NAME', { key: z.string().transform(storableText), id: CURSOR.id })
    : cursorsOf(`mediaLibrary ${sort}`, { key: CURSOR.time.transform((time) => time.toISOString()), id: CURSOR.id });

/** The media library of an account. */
@Resolver(() => MediaObjectType)
export class LibraryResolver {
  constructor(
    private readonly needs: {
      db: Db;
      keepInLibrary: KeepInLibrary;
      attachLibraryFile: AttachLibraryFile;
      updateLibraryFile: UpdateLibraryFile;
      deleteLibraryFiles: DeleteLibraryFiles;
    },
  ) {}

  @Query(() => MediaConnection, {
    description:
      'Your media library: files that can be published, each once, however many posts use it. Errors: PAGE_INVALID, FILTER_INVALID, ID_INVALID.',
  })
  mediaLibrary(
    @CurrentViewer() { userId }: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('filter', () => LibraryFilterInput, {
      nullable: true,
      description: 'Filters files. If omitted, all are returned.',
    })
    filter?: LibraryFilterInput | null,
    @Arg('sort', () => LibrarySort, { defaultValue: LibrarySort.NEWEST, description: 'The order.' })
    sort: LibrarySort = LibrarySort.NEWEST,
  ): Promise<Connection<MediaObjectType>> {
    const filtered = parseFilter(userId, filter);
    return readPage(
      { first, after },
      {
        cursors: cursorsFor(sort),
        positionOf: ({ id, name, addedAt }: MediaObjectType) => ({
          key: sort === LibrarySort.NAME ? name : addedAt.toISOString(),
          id,
        }),
        read: async (page) => (await libraryPage(this.needs.db, filtered, { ...page, sort })).map(toMediaType),
        count: () => countLibrary(this.needs.db, filtered),
      },
    );
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether it is kept in the media library: it is not removed with a post.',
  })
  inLibrary(@Root() { origin }: MediaObjectType): boolean {
    return origin === MediaOrigin.LIBRARY;
  }

  @NullOnlyWithError()
  @FieldResolver(() => PostGroupConnection, {
    nullable: true,
    description: 'Your posts that use the bytes of the file, newest first; null only with an error: PAGE_INVALID.',
  })
  async usedIn(
    @Root() { id }: MediaObjectType,
    @Ctx() context: LibraryContext & PostsContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<PostGroupConnection> {
    const uses = (await context.loaders.usesOfFile.load(id)).map((groupId) => ({ id: groupId }));
    const page = await pageOf({ first, after }, uses, {
      cursors: USES,
      positionOf: (use) => use,
      compare: (one, other) => compareTexts(other.id, one.id),
    });
    const edges = await Promise.all(
      page.edges.map(async ({ cursor, node }) => {
        const group = await shownGroup(info, context, node.id);
        return group ? [{ cursor, node: group }] : [];
      }),
    );
    return { edges: edges.flat(), pageInfo: page.pageInfo, totalCount: uses.length };
  }

  @Mutation(() => KeepInLibraryPayload, {
    description:
      'Keeps a file in the media library until you delete it: a file that was uploaded without a post, or that of a post. Repeating it changes nothing. Errors: ID_INVALID, MEDIA_NOT_FOUND, MEDIA_NOT_READY, STORAGE_LIMIT_REACHED.',
    complexity: COST.readFile,
  })
  async keepInLibrary(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => KeepInLibraryInput, { description: 'The file.' }) input: KeepInLibraryInput,
  ): Promise<KeepInLibraryPayload> {
    return { media: toMediaType(await this.needs.keepInLibrary(viewer, parseId('mediaId', input.mediaId))) };
  }

  @Mutation(() => UpdateLibraryFilePayload, {
    description:
      'Changes the name or the alternative text of a file of the library. Posts that use it keep theirs. Errors: ID_INVALID, LIBRARY_FILE_NOT_FOUND, LIBRARY_NAME_INVALID, ALT_TEXTS_TOO_LONG, TEXT_NOT_PUBLISHABLE.',
  })
  async updateLibraryFile(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => UpdateLibraryFileInput, { description: 'The changes.' }) input: UpdateLibraryFileInput,
  ): Promise<UpdateLibraryFilePayload> {
    const { name = null, altText = null } = input;
    const id = parseId('mediaId', input.mediaId);
    return { media: toMediaType(await this.needs.updateLibraryFile(viewer, { id, name, altText })) };
  }

  @Mutation(() => AttachLibraryFilePayload, {
    description:
      'Adds a file of the library after those that a group has, with its alternative text. createPost and updatePost take its id in `media` as well. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, LIBRARY_FILE_NOT_FOUND, MEDIA_NOT_READY, MEDIA_NOT_ATTACHABLE, PLATFORM_NOT_AVAILABLE, STORAGE_LIMIT_REACHED, APPROVAL_REQUIRED.',
  })
  async attachLibraryFile(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => AttachLibraryFileInput, { description: 'The file, and the group.' })
    input: AttachLibraryFileInput,
  ): Promise<AttachLibraryFilePayload> {
    const mediaId = parseId('mediaId', input.mediaId);
    const postGroupId = parseId('postGroupId', input.postGroupId);
    return { media: toMediaType(await this.needs.attachLibraryFile(viewer, { mediaId, postGroupId })) };
  }

  @Mutation(() => DeleteLibraryFilesPayload, {
    description:
      'Deletes files of the library, and their bytes: all of them, or none. Posts whose publishing has ended keep the record of the file. Errors: ID_INVALID, LIBRARY_FILES_TOO_MANY, LIBRARY_FILE_NOT_FOUND, LIBRARY_FILES_IN_USE, LIBRARY_FILES_SCHEDULED, LIBRARY_FILES_PUBLISHING.',
    complexity: COST.recorded,
  })
  async deleteLibraryFiles(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DeleteLibraryFilesInput, { description: 'The files.' }) input: DeleteLibraryFilesInput,
  ): Promise<DeleteLibraryFilesPayload> {
    const deletedMediaIds = input.mediaIds.map((id) => parseId('mediaIds', id));
    await this.needs.deleteLibraryFiles(viewer, deletedMediaIds, { detach: input.detach });
    return { deletedMediaIds };
  }
}

function parseFilter(userId: string, filter: LibraryFilterInput | null | undefined): LibraryFilter {
  const { text, type = null, labelIds = [], unused = false } = filter ?? {};
  if (labelIds.length > MAX_LABELS_EACH) {
    throw new AppError('FILTER_INVALID', { reason: `labelIds has at most ${MAX_LABELS_EACH} ids` });
  }
  const ids = [...new Set(labelIds.map((id) => parseId('labelIds', id)))];
  return { userId, text: parseSearch(text), type, labelIds: ids, unused };
}
