import { Arg, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { Url } from '../../foundation/graphql/scalars.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { LinkPreview, PlatformPreviewType, PostPart, TextEntityType } from './preview.types.js';
import { cardAddress, entitiesOf } from './preview-details.js';
import type { PreviewLink } from './preview-link.use-case.js';

@Resolver()
export class LinkPreviewResolver {
  constructor(private readonly needs: { previewLink: PreviewLink }) {}

  @Query(() => LinkPreview, {
    nullable: true,
    description:
      'Reads a web page as for a link card. Null if it cannot be read within 15 seconds, has no title, or too many pages are being read.',
    complexity: COST.readFile,
  })
  linkPreview(
    @CurrentViewer() { userId }: Viewer,
    @Arg('url', () => Url, { description: 'The address: public, without credentials.' }) url: string,
  ): Promise<LinkPreview | null> {
    return this.needs.previewLink(userId, url);
  }
}

@Resolver(() => PostPart)
export class PostPartResolver {
  constructor(private readonly needs: { cpuQueue: CpuQueue }) {}

  @FieldResolver(() => [TextEntityType], {
    description:
      'Links, mentions and hashtags in the text, in order, at most 1,000. Whether a mentioned account exists is determined when the post is published.',
    complexity: listOf(5),
  })
  entities(@Root() { text, platform }: PostPart) {
    return entitiesOf(text, platform, this.needs.cpuQueue);
  }
}

@Resolver(() => PlatformPreviewType)
export class PlatformPreviewResolver {
  constructor(private readonly needs: { cpuQueue: CpuQueue }) {}

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The address of the page that a card below the first part shows; null for none. The service sends the card on skyfeed. Other platforms make their own, which can differ from `linkPreview`.',
  })
  cardUrl(@Root() { text, platform, files }: PlatformPreviewType) {
    return files.length > 0 ? null : cardAddress(text, platform, this.needs.cpuQueue);
  }
}
