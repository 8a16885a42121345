import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { ConnectedAccountType, toConnectedAccountType } from '../accounts/connection.types.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { knownPlatform } from '../platforms/platform.types.js';
import { type LinkRule, linkRulesOf } from './addition.repository.js';
import {
  LinkRuleType,
  SetLinkParametersInput,
  SetLinkParametersPayload,
  SetSignatureInput,
  SetSignaturePayload,
} from './addition.types.js';
import type { AdditionsContext } from './additions.context.js';
import type { SetLinkParameters } from './set-link-parameters.use-case.js';
import type { SetSignature } from './set-signature.use-case.js';

const toLinkRuleType = ({ platform, connectionId, ...rule }: LinkRule): LinkRuleType => ({
  ...rule,
  platform: platform === null ? null : knownPlatform(platform),
  accountId: connectionId,
});

/** What is added to texts when they are published. */
@Resolver(() => ConnectedAccountType)
export class AdditionResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      setSignature: SetSignature;
      setLinkParameters: SetLinkParameters;
    },
  ) {}

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The text that closes its posts, after a blank line; null: none. Of a thread, the last part has it.',
  })
  signature(@Root() { id }: ConnectedAccountType, @Ctx() { loaders }: AdditionsContext): Promise<string | null> {
    return loaders.signature.load(id);
  }

  @Query(() => [LinkRuleType], {
    description:
      'The parameters that links get when they are published: the rule for all accounts first, then those of platforms, then those of accounts. At most one for each of these.',
    complexity: listOf(10),
  })
  async linkRules(@CurrentViewer() { userId }: Viewer): Promise<LinkRuleType[]> {
    return (await linkRulesOf(this.needs.db, userId)).map(toLinkRuleType);
  }

  @Mutation(() => SetSignaturePayload, {
    description:
      'Sets the text that closes the posts of an account. Scheduled posts get it too; if a platform would refuse one of them, or a text of a recurring post or a feed, nothing is changed: SCHEDULED_POSTS_INVALID. Errors: ID_INVALID, CONNECTION_NOT_FOUND, SIGNATURE_INVALID, TEXT_NOT_PUBLISHABLE, SCHEDULED_POSTS_INVALID.',
    complexity: COST.recorded,
  })
  async setSignature(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => SetSignatureInput, { description: 'The signature.' }) input: SetSignatureInput,
    @Ctx() { loaders }: AdditionsContext,
  ): Promise<SetSignaturePayload> {
    const connectionId = parseId('accountId', input.accountId);
    const connection = await this.needs.setSignature(viewer, { connectionId, text: input.text ?? null });
    loaders.signature.clear(connectionId);
    return { account: toConnectedAccountType(connection, this.needs.clock()) };
  }

  @Mutation(() => SetLinkParametersPayload, {
    description:
      'Sets the parameters that links with `http(s)` get when they are published, in texts of platforms where links open. Links to the platform itself, and links with a `utm_` parameter, stay as they are. Scheduled posts get them too; if a platform would refuse one of them, or a text of a recurring post or a feed, nothing is changed: SCHEDULED_POSTS_INVALID. Errors: ID_INVALID, CONNECTION_NOT_FOUND, LINK_SCOPE_INVALID, LINK_PARAMETERS_INVALID, TEXT_NOT_PUBLISHABLE, SCHEDULED_POSTS_INVALID.',
    complexity: COST.recorded,
  })
  async setLinkParameters(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => SetLinkParametersInput, { description: 'The parameters.' }) input: SetLinkParametersInput,
  ): Promise<SetLinkParametersPayload> {
    const { accountId = null, platform = null, parameters = null } = input;
    const scope = { platform, connectionId: accountId === null ? null : parseId('accountId', accountId) };
    const rules = await this.needs.setLinkParameters(viewer, { scope, parameters });
    return { linkRules: rules.map(toLinkRuleType) };
  }
}
