import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { COST, points } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { knownPlatform } from '../platforms/platform.types.js';
import { toOverrides } from '../posts/graphql/content-override.inputs.js';
import { draftCost, filesCost } from '../posts/graphql/draft-cost.js';
import type { PostDraftInput } from '../posts/graphql/post-group.inputs.js';
import { toFiles } from '../posts/graphql/post-media.inputs.js';
import type { PostsContext } from '../posts/graphql/posts.context.js';
import type { Addition } from '../posts/state/additions.js';
import type { OverrideOnPlatform } from '../posts/state/overrides.js';
import { firstCommentIn } from '../posts/state/platform-settings.js';
import { PlatformPreviewType } from './preview.types.js';
import { type PreviewDetails, previewDetails } from './preview-details.js';
import {
  type PlatformPreview,
  type PreviewComment,
  type PreviewPart,
  previewComment,
  previewPost,
} from './preview-post.js';
import type { ReadPostToValidate } from './read-post.use-case.js';
import type { Issue, ValidationReport } from './validation.js';
import { ValidatePostInput, ValidationReportType } from './validation.types.js';
import type { Validator } from './validator.step.js';

/** A group's own text is not known before it is read. */
function readingCost(args: Record<string, unknown>): number {
  const { post } = args.input as ValidatePostInput;
  return post == null ? COST.storedText : draftCost(post) + filesCost(post.media);
}

/** A preview whose parts are shown in turns: they can be a thousand. */
interface ShownPreview extends PreviewDetails {
  platform: PlatformPreview['platform'];
  platformIds: readonly string[] | null;
  additions: readonly Addition[];
  parts: Promise<PreviewPart>[];
  /** Of the first part. */
  text: string;
  firstComment: PreviewComment | null;
}

const onOnePlatform = ({ platform, ...override }: OverrideOnPlatform) => ({ ...override, platforms: [platform] });

const toDraft = ({
  content,
  platformIds,
  accountIds,
  platforms,
  platformSettings,
  overrides,
  media,
  addSignature,
  addLinkParameters,
}: PostDraftInput) => ({
  content,
  platformIds: platformIds ?? null,
  accountIds: accountIds ?? null,
  platforms: platforms ?? null,
  platformSettings: platformSettings ?? null,
  overrides: toOverrides(overrides ?? []),
  media: media ? toFiles(media) : null,
  addSignature: addSignature ?? null,
  addLinkParameters: addLinkParameters ?? null,
});

/** A report as GraphQL shows it. */
function toReportType({ valid, errors, warnings, summary }: ValidationReport): ValidationReportType {
  const toIssueType = (issue: Issue) => ({ ...issue, platform: knownPlatform(issue.platform) });
  const affectedPlatforms = summary.affectedPlatforms.flatMap((platform) => knownPlatform(platform) ?? []);
  return {
    valid,
    errors: errors.map(toIssueType),
    warnings: warnings.map(toIssueType),
    summary: { ...summary, affectedPlatforms },
  };
}

@Resolver()
export class ValidationResolver {
  constructor(
    private readonly needs: { validator: Validator; cpuQueue: CpuQueue; readPostToValidate: ReadPostToValidate },
  ) {}

  @Query(() => ValidationReportType, {
    description:
      'Validates a post without publishing it. createPost and updatePost run the same validation when they schedule.',
    complexity: points(readingCost, COST.text),
  })
  async validatePost(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => ValidatePostInput, { description: 'The post.' }) input: ValidatePostInput,
  ): Promise<ValidationReportType> {
    return toReportType(await this.needs.validator.validate(await this.read(viewer, input)));
  }

  @Query(() => [PlatformPreviewType], {
    description: 'Previews how content will be split, numbered and counted on each platform, with its first comment.',
    complexity: points(readingCost, COST.text),
  })
  async previewPost(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => ValidatePostInput, { description: 'The post.' }) input: ValidatePostInput,
    @Ctx() { texts }: Pick<PostsContext, 'texts'>,
  ): Promise<ShownPreview[]> {
    const { content, platforms, settings, media, overrides = [] } = await this.read(viewer, input);
    const shown: ShownPreview[] = [];
    const common = { content, platforms, platformIds: null, additions: [], firstComment: undefined };
    for (const text of [common, ...overrides.map(onOnePlatform)]) {
      const known = text.platforms.flatMap((platform) => knownPlatform(platform) ?? []);
      for (const preview of await previewPost(text.content, known, this.needs.cpuQueue, settings)) {
        const { platform, parts } = preview;
        const comment = text.firstComment ?? firstCommentIn(settings[platform]);
        shown.push({
          platform,
          platformIds: text.platformIds?.length ? text.platformIds : null,
          additions: text.additions ?? [],
          parts: texts.showParts(parts.map((part) => ({ ...part, platform }))),
          text: parts[0]?.text ?? '',
          firstComment: comment ? await this.needs.cpuQueue(() => previewComment(platform, comment, settings)) : null,
          ...previewDetails(preview, { settings, media }),
        });
      }
    }
    return shown;
  }

  private read(viewer: Viewer, input: ValidatePostInput) {
    const { postGroupId, post } = input;
    const groupId = postGroupId == null ? null : parseId('postGroupId', postGroupId);
    return this.needs.readPostToValidate(viewer, { groupId, draft: post ? toDraft(post) : null });
  }
}
