/** Posts: one piece of content for one or more targets. */
import type { CallOptions } from './call-options.js';
import { type FollowOptions, follow } from './follow.js';
import { toJson } from './json.js';
import { describe, type UploadFile, type UploadOptions, upload } from './media.js';
import {
  type Api,
  CreatePost,
  DeletePost,
  type FramingInput,
  GetPostGroup,
  ListPostGroups,
  type MediaType,
  type PostDraftInput,
  type PostGroup,
  type PostGroupFilter,
  type PostGroupSort,
  type PostInput,
  type PostMediaInput,
  type ProgressEvent,
  RetryPostGroup,
  UpdatePost,
  type UpdatePostInput,
  ValidatePost,
  type ValidationReport,
} from './operations.js';
import type { Endpoint } from './options.js';
import { itemsOf } from './pages.js';
import { PublishingError } from './publishing-error.js';
import { runOnce, runOperation } from './run-operation.js';

/** A post group, which can be followed. */
export interface Post extends PostGroup {
  /** As `posts.follow` with its id. */
  follow(options?: FollowOptions): AsyncGenerator<ProgressEvent, void, undefined>;
}

interface Described {
  /** What it shows, in words: at most 10,000 characters. */
  altText?: string | undefined;
  /** How a still image is cropped, and where its focus is: for single platforms, or for all. */
  framings?: readonly FramingInput[] | undefined;
}

/** A file of a new post. */
export interface NewPostFile extends UploadFile, Described {}

/** A file that the service fetches. */
export interface WebFile extends Described {
  /** A public http or https address. */
  url: string;
  /** What it is, as far as you know; by default as the address ends. */
  type?: MediaType | undefined;
}

/** A file of the media library, or one that was uploaded without a post. */
export interface StoredFile extends Described {
  mediaId: string;
}

/** Where a post goes, 1 to 100 targets: `platformId` or `id` of connected accounts, or some of both. */
export type PostTargets =
  | { platformIds: readonly string[]; accountIds?: readonly string[] | undefined }
  | { accountIds: readonly string[]; platformIds?: readonly string[] | undefined };

type GivenFile = NewPostFile | File | WebFile | StoredFile;

export type NewPost = PostTargets & NewPostContent;

export interface NewPostContent extends Omit<PostInput, 'accountIds' | 'media' | 'platformIds'> {
  /** When it goes out; a past time means now. Omitted: it stays a draft. */
  scheduledTime?: Date | string | 'now' | undefined;
  /**
   * In place of `scheduledTime`: the next free time of a posting schedule, by its id, or `NEXT_FREE` for the oldest one that
   * is for all its accounts.
   */
  schedule?: string | undefined;
  /**
   * Images and videos, in the order of publishing: to upload, at an address from which the service fetches them, or of the
   * media library.
   */
  files?: readonly GivenFile[] | undefined;
  /** Ids of labels, at most 20. */
  labelIds?: readonly string[] | undefined;
  /**
   * 1 to 255 characters. For 24 hours, a call with the same key continues the post of the first one instead of
   * creating another. By default each call has a new key, so that its retries create one post.
   */
  idempotencyKey?: string | undefined;
}

export interface CreateOptions extends UploadOptions {
  /** Called with the draft to which the files are uploaded. After an abort, it remains. */
  onDraft?: ((draft: Post) => void) | undefined;
}

export interface ListPosts extends CallOptions {
  filter?: PostGroupFilter | undefined;
  /** Newest first by default. */
  sort?: PostGroupSort | undefined;
  /** Posts read at a time: 1 to 100, 50 by default. */
  pageSize?: number | undefined;
}

export interface PostsApi {
  /**
   * Creates a draft, or schedules the post. With files to upload it is a draft until all have been uploaded. If that
   * fails, the draft remains, as `postGroupId` in the `details` of the error, and a call with the same `idempotencyKey` continues
   * it. Errors: as `createPost`, `updatePost` and `media.upload`.
   */
  create(post: NewPost, options?: CreateOptions): Promise<Post>;
  /**
   * Checks a draft, a stored post (`postGroupId`), or both. Platforms would refuse the post for the `errors`, and change
   * it as the `warnings` say.
   */
  validate(
    post: (PostDraftInput & { postGroupId?: string | undefined }) | { postGroupId: string },
    options?: CallOptions,
  ): Promise<ValidationReport>;
  /** The post; null if you have none with this id. */
  get(id: string, options?: CallOptions): Promise<Post | null>;
  /** All posts that match, page by page as they are taken. */
  list(options?: ListPosts): AsyncGenerator<Post, void, undefined>;
  /** Edits a draft or a scheduled post, all in one transaction. Errors: as `updatePost`. */
  update(id: string, changes: Omit<UpdatePostInput, 'postGroupId'>, options?: CallOptions): Promise<Post>;
  /**
   * Publishes failed posts again. Posts that may be live (`OUTCOME_UNKNOWN`) are included only with
   * `acknowledgeUnknownOutcome`, after you have looked at them. Such a call is not repeated when its response is lost.
   * Errors: as `retryPostGroup`.
   */
  retry(id: string, options?: CallOptions & { acknowledgeUnknownOutcome?: boolean }): Promise<Post>;
  /** Removes the post from the service, not from the platforms. Errors: as `deletePost`. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * The steps of publishing, each once and in order, also over lost connections. Ends when every platform post has ended, or
   * the post is deleted; a draft is followed until then. Needs the package graphql-ws.
   */
  follow(id: string, options?: FollowOptions): AsyncGenerator<ProgressEvent, void, undefined>;
}

/** A repeated request must be equal, so now is always the same past time. */
const NOW = '2000-01-01T00:00:00.000Z';
const PAGE_SIZE = 50;

const isUpload = (file: GivenFile): file is NewPostFile | File => !('url' in file || 'mediaId' in file);
const toMedia = (file: WebFile | StoredFile): PostMediaInput =>
  'mediaId' in file
    ? { mediaId: file.mediaId, altText: file.altText, framings: file.framings }
    : { url: file.url, type: file.type, altText: file.altText, framings: file.framings };

const noPost = () => new PublishingError('The answer has no post.', { code: 'UNEXPECTED_RESPONSE' });

export function makePosts(endpoint: Endpoint, api: Api): PostsApi {
  const followPost: PostsApi['follow'] = (id, options) => follow(endpoint, api, id, options);

  /** The method is not enumerable, because it is not data. */
  const toPost = (group: PostGroup): Post =>
    Object.defineProperty(group as Post, 'follow', {
      value: (options?: FollowOptions) => followPost(group.id, options),
    });
  const answered = (group: PostGroup | null | undefined): Post => {
    if (group) return toPost(group);
    if (group === undefined) throw noPost();
    throw new PublishingError('The post has been removed.', { code: 'POST_GROUP_NOT_FOUND' });
  };

  const read = async (id: string, signal: AbortSignal | undefined) => {
    const { postGroup } = await runOperation(endpoint, GetPostGroup, { id }, { signal, isRepeatable: true });
    if (postGroup === undefined) throw noPost();
    return postGroup;
  };

  const create: PostsApi['create'] = async (newPost, options = {}) => {
    const { signal } = options;
    const { files = [], scheduledTime: at, schedule, labelIds, idempotencyKey = randomKey(), ...post } = newPost;
    const scheduledTime = at === 'now' ? NOW : at;
    const uploads = files.some(isUpload);
    // Fails before the draft is created, and not after its files have been uploaded.
    toJson({ scheduledTime });
    const timing = { ...(scheduledTime && { scheduledTime }), ...(schedule !== undefined && { schedule }) };
    for (const file of files) if (isUpload(file)) describe(file);
    const media = files.flatMap((file) => (isUpload(file) ? [] : [toMedia(file)]));
    const stored = { idempotencyKey, ...(labelIds && { labelIds: [...labelIds] }) };
    const input = uploads
      ? { post, ...stored }
      : { post: { ...post, ...(media.length > 0 && { media }) }, ...stored, ...timing };
    const { createPost } = await runOperation(endpoint, CreatePost, { input }, { signal, isRepeatable: true });
    const created = answered(createPost?.postGroup);
    // An earlier call with this key has done everything otherwise.
    if (!uploads || created.status !== 'DRAFT') return created;
    options.onDraft?.(created);

    try {
      return await complete(created, files, timing, options);
    } catch (error) {
      if (!(error instanceof PublishingError)) throw error;
      throw new PublishingError(error.message, { ...error, details: { ...error.details, postGroupId: created.id } });
    }
  };

  /** Uploads the files of a draft, and schedules it. */
  async function complete(
    { id: postGroupId }: Post,
    files: readonly GivenFile[],
    timing: Pick<UpdatePostInput, 'schedule' | 'scheduledTime'>,
    options: UploadOptions,
  ): Promise<Post> {
    const media: PostMediaInput[] = [];
    for (const file of files) {
      if (!isUpload(file)) media.push(toMedia(file));
      else {
        const { id: mediaId } = await upload(endpoint, file, { ...options, postGroupId });
        const { altText, framings }: Described = 'data' in file ? file : {};
        media.push({ mediaId, altText, framings });
      }
    }
    // Exactly these files: an earlier call with this key may have left others.
    const input = { postGroupId, media, ...timing };
    const { signal } = options;
    const result = await runOnce(endpoint, UpdatePost, { input }, { signal, refusal: 'POST_GROUP_NOT_UPDATABLE' });
    return answered(result ? result.updatePost?.postGroup : await read(postGroupId, signal));
  }

  return {
    create,
    follow: followPost,
    async get(id, { signal } = {}) {
      const group = await read(id, signal);
      return group && toPost(group);
    },
    async validate({ postGroupId, ...post }, { signal } = {}) {
      const input = { postGroupId, ...('content' in post && { post }) };
      const { validatePost } = await runOperation(endpoint, ValidatePost, { input }, { signal, isRepeatable: true });
      if (validatePost) return validatePost;
      throw new PublishingError('There is no report.', { code: 'UNEXPECTED_RESPONSE' });
    },
    async *list({ filter, sort, pageSize = PAGE_SIZE, signal } = {}) {
      const groups = itemsOf(async (after) => {
        const variables = { first: pageSize, after, filter, sort };
        return (await runOperation(endpoint, ListPostGroups, variables, { signal, isRepeatable: true })).postGroups;
      });
      for await (const group of groups) yield toPost(group);
    },
    async update(id, changes, { signal } = {}) {
      const input = { ...changes, postGroupId: id };
      const { updatePost } = await runOperation(endpoint, UpdatePost, { input }, { signal, isRepeatable: true });
      return answered(updatePost?.postGroup);
    },
    async retry(id, { signal, acknowledgeUnknownOutcome = false } = {}) {
      const input = { postGroupId: id, acknowledgeUnknownOutcome };
      if (acknowledgeUnknownOutcome) {
        // A repeat could acknowledge posts that the caller has not looked at.
        const options = { signal, isRepeatable: false };
        const { retryPostGroup } = await runOperation(endpoint, RetryPostGroup, { input }, options);
        return answered(retryPostGroup?.postGroup);
      }
      const refusal = 'POST_GROUP_NOT_RETRYABLE';
      const result = await runOnce(endpoint, RetryPostGroup, { input }, { signal, refusal });
      return answered(result ? result.retryPostGroup?.postGroup : await read(id, signal));
    },
    async delete(id, { signal } = {}) {
      await runOnce(endpoint, DeletePost, { input: { postGroupId: id } }, { signal, refusal: 'POST_GROUP_NOT_FOUND' });
    },
  };
}

/** `randomUUID` exists only in pages of https. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
