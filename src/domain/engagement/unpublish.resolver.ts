import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { COST } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { toPlatformPostType } from '../posts/graphql/post-group.resolver.js';
import { PlatformPostType } from '../posts/graphql/post-group.types.js';
import { type PostsContext, readAnew } from '../posts/graphql/posts.context.js';
import type { UnpublishPost } from './unpublish-post.use-case.js';

@InputType({ description: 'The platform post to delete on its platform.' })
export class UnpublishPostInput {
  @Field(() => ID, { description: 'Your published platform post. Errors: PLATFORM_POST_NOT_FOUND, ID_INVALID.' })
  platformPostId: string;
}

@ObjectType({ description: 'Result of unpublishPost.' })
export class UnpublishPostPayload {
  @Field(() => PlatformPostType, { description: 'The platform post, which is DELETED now.' })
  platformPost: PlatformPostType;

  @Field(() => [PlatformPostType], {
    description: 'The parts of its thread after it, which are DELETED too, in their order; empty if it is no thread.',
  })
  laterParts: PlatformPostType[];
}

@Resolver()
export class UnpublishResolver {
  constructor(private readonly needs: { unpublishPost: UnpublishPost }) {}

  @Mutation(() => UnpublishPostPayload, {
    description:
      'Deletes a published post on its platform, for everyone: it cannot be undone. In a thread, the parts after it are deleted too, the last one first. If one of them cannot be deleted, those before it stay; a repeated call continues from there. A post that the platform no longer has counts as deleted, and a repeated call changes nothing. The post is kept here with the status DELETED; its group keeps its status. With UNPUBLISH_FAILED, `failure`, `fault` and `advice` contain the reason why the platform did not delete it; the post is still PUBLISHED here. Errors: ID_INVALID, PLATFORM_POST_NOT_FOUND, PLATFORM_POST_NOT_UNPUBLISHABLE, PLATFORM_CANNOT_UNPUBLISH, CONNECTION_NOT_FOUND, UNPUBLISH_FAILED.',
    complexity: COST.platformRequest,
  })
  async unpublishPost(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => UnpublishPostInput, { description: 'The platform post.' }) input: UnpublishPostInput,
    @Ctx() context: PostsContext,
  ): Promise<UnpublishPostPayload> {
    const { post, laterParts } = await this.needs.unpublishPost(
      viewer,
      parseId('platformPostId', input.platformPostId),
    );
    readAnew(context);
    return { platformPost: toPlatformPostType(post), laterParts: laterParts.map(toPlatformPostType) };
  }
}
