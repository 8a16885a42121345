import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { COST, points, textCost } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/viewer.js';
import { CurrentViewer } from '../identity/viewer-context.js';
import { knownPlatform } from '../platforms/platform.types.js';
import type { PostsContext } from '../posts/posts-context.js';
import { type PlatformPreview, previewPost } from './preview-post.js';
import type { ReadPostToValidate } from './read-post.use-case.js';
import type { ValidationReport } from './validation.js';
import { PlatformPreviewType, ValidatePostInput, ValidationReportType } from './validation.types.js';
import type { Validator } from './validator.js';

/** Showing the parts on one platform, which can be a thousand, takes so much of a turn of the event loop. */
const SHARE_OF_PREVIEW = 1 / 2;

/** A group's own text is not known before it is read. */
function readingCost(args: Record<string, unknown>): number {
  const { content } = args.input as ValidatePostInput;
  return content == null ? COST.storedText : textCost(content);
}

@Resolver()
export class ValidationResolver {
  constructor(
    private readonly needs: { validator: Validator; cpuQueue: CpuQueue; readPostToValidate: ReadPostToValidate },
  ) {}

  @Query(() => ValidationReportType, {
    description:
      'Validates a post without publishing it. createPost and updatePost run the same validation when they schedule.',
    complexity: points(readingCost),
  })
  async validatePost(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => ValidatePostInput, { description: 'The post.' }) input: ValidatePostInput,
  ): Promise<ValidationReport> {
    return this.needs.validator.validate(await this.read(viewer, input));
  }

  @Query(() => [PlatformPreviewType], {
    description: 'Previews how content will be split, numbered and counted on each platform.',
    complexity: points(readingCost),
  })
  async previewPost(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => ValidatePostInput, { description: 'The post.' }) input: ValidatePostInput,
    @Ctx() { texts }: Pick<PostsContext, 'texts'>,
  ): Promise<Promise<PlatformPreview>[]> {
    const { content, platforms } = await this.read(viewer, input);
    const known = platforms.flatMap((platform) => knownPlatform(platform) ?? []);
    const previews = await previewPost(content, known, this.needs.cpuQueue);
    for (const { parts } of previews) for (const { text } of parts) texts.count(text);
    return previews.map((preview) => this.needs.cpuQueue(() => preview, SHARE_OF_PREVIEW));
  }

  private read(viewer: Viewer, input: ValidatePostInput) {
    const { postGroupId, content = null, platforms = null, platformSettings = null } = input;
    const groupId = postGroupId == null ? null : parseId('postGroupId', postGroupId);
    return this.needs.readPostToValidate(viewer, { groupId, content, platforms, platformSettings });
  }
}
