import { Field, ID, InputType } from 'type-graphql';
import { AppError } from '../../../foundation/errors/app-error.js';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import type { GivenOverride } from '../state/overrides.js';

@InputType({
  description:
    'The text of one target, in place of the content of the post, its first comment, or both. `accountId` or `platformId` names the target: exactly one of both, otherwise OVERRIDE_TARGET_INVALID.',
})
export class ContentOverrideInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The target as the id of your connected account. Errors: ID_INVALID, CONNECTION_NOT_FOUND, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE.',
  })
  accountId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The target as its platform id. One of the targets of the post (OVERRIDE_NOT_A_TARGET), and of one override only (OVERRIDE_DUPLICATE).',
  })
  platformId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Its text, with the limits of the content: CONTENT_REQUIRED, CONTENT_TOO_LONG. Required without a firstComment; if omitted or null, the target has the content of the post. All overrides together have at most 500,000 characters: OVERRIDES_TOO_LONG.',
  })
  content?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Its first comment, in place of the one in the settings of its platform; empty: none. If omitted or null, it has that one. Errors: TEXT_NOT_PUBLISHABLE.',
  })
  firstComment?: string | null;
}

/** Overrides as use cases receive them. OVERRIDE_TARGET_INVALID, ID_INVALID. */
export const toOverrides = (given: readonly ContentOverrideInput[]): GivenOverride[] =>
  given.map(({ accountId, platformId, content, firstComment }, index) => {
    const own = { ...(content != null && { content }), ...(firstComment != null && { firstComment }) };
    const at = `overrides.${index}`;
    if (accountId != null && platformId == null) {
      return { accountId: parseId(`${at}.accountId`, accountId), ...own };
    }
    if (accountId != null || platformId == null) throw new AppError('OVERRIDE_TARGET_INVALID').at(at);
    return { platformId, ...own };
  });
