import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { COST, points, textCost } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/viewer.js';
import { CurrentViewer } from '../identity/viewer-context.js';
import { knownPlatform } from '../platforms/platform.types.js';
import type { PostsContext } from '../posts/posts-context.js';
import { type PlatformPreview, type PreviewPart, previewPost } from './preview-post.js';
import type { ReadPostToValidate } from './read-post.use-case.js';
import type { ValidationReport } from './validation.js';
import { PlatformPreviewType, ValidatePostInput, ValidationReportType } from './validation.types.js';
import type { Validator } from './validator.js';

/** A group's own text is not known before it is read. */
function readingCost(args: Record<string, unknown>): number {
  const { content } = args.input as ValidatePostInput;
  return content == null ? COST.storedText : textCost(content);
}

/** A preview whose parts are shown in turns: they can be a thousand. */
interface ShownPreview {
  platform: PlatformPreview['platform'];
  parts: Promise<PreviewPart>[];
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
  ): Promise<ShownPreview[]> {
    const { content, platforms } = await this.read(viewer, input);
    const known = platforms.flatMap((platform) => knownPlatform(platform) ?? []);
    const previews = await previewPost(content, known, this.needs.cpuQueue);
    return previews.map(({ platform, parts }) => ({ platform, parts: texts.showParts(parts) }));
  }

  private read(viewer: Viewer, input: ValidatePostInput) {
    const { postGroupId, content = null, platforms = null, platformSettings = null } = input;
    const groupId = postGroupId == null ? null : parseId('postGroupId', postGroupId);
    return this.needs.readPostToValidate(viewer, { groupId, content, platforms, platformSettings });
  }
}
