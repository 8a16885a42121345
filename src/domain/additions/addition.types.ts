import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { ConnectedAccountType } from '../accounts/connection.types.js';
import { PlatformEnum } from '../platforms/platform.types.js';

const VALUE =
  'One line of at most 100 characters: LINK_PARAMETERS_INVALID. The placeholders `{platform}`, `{account}` (its username) and `{date}` (the day of publishing in UTC, YYYY-MM-DD) are replaced. Blank: none.';

@ObjectType('LinkParameters', { description: 'Parameters that links get when they are published.' })
export class LinkParametersType {
  @Field(() => String, { nullable: true, description: '`utm_source`; null: none.' })
  source: string | null;

  @Field(() => String, { nullable: true, description: '`utm_medium`; null: none.' })
  medium: string | null;

  @Field(() => String, { nullable: true, description: '`utm_campaign`; null: none.' })
  campaign: string | null;

  @Field(() => String, { nullable: true, description: '`utm_term`; null: none.' })
  term: string | null;

  @Field(() => String, { nullable: true, description: '`utm_content`; null: none.' })
  content: string | null;

  @Field(() => [String], { description: 'Hosts whose links stay as they are, with the hosts below them.' })
  excludedHosts: readonly string[];
}

@ObjectType('LinkRule', {
  description:
    'Link parameters of an account, of the accounts of a platform without a rule, or of all accounts without either.',
})
export class LinkRuleType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => PlatformEnum, { nullable: true, description: 'The platform that it is for; null: an account, or all.' })
  platform: PlatformKey | null;

  @Field(() => ID, { nullable: true, description: 'The connected account that it is for; null: several.' })
  accountId: string | null;

  @Field(() => LinkParametersType, { description: 'With none of the five, links stay as they are.' })
  parameters: LinkParametersType;

  @Field(() => DateTime, { description: 'When it was set.' })
  updatedAt: Date;
}

@InputType({ description: 'The signature of a connected account.' })
export class SetSignatureInput {
  @Field(() => ID, { description: 'The account: 24 hexadecimal characters.' })
  accountId: string;

  @Field(() => String, {
    nullable: true,
    description:
      'At most 500 characters, trimmed, without separators and part markers of threads: SIGNATURE_INVALID. Null or blank removes it.',
  })
  text?: string | null;
}

@ObjectType({ description: 'Result of setSignature.' })
export class SetSignaturePayload {
  @Field(() => ConnectedAccountType, { description: 'The account with its new signature.' })
  account: ConnectedAccountType;
}

@InputType({ description: 'Parameters for links; a link with a `utm_` parameter keeps what it has.' })
export class LinkParametersInput {
  @Field(() => String, { nullable: true, description: `\`utm_source\`. ${VALUE}` })
  source?: string | null;

  @Field(() => String, { nullable: true, description: '`utm_medium`, as `source`.' })
  medium?: string | null;

  @Field(() => String, { nullable: true, description: '`utm_campaign`, as `source`.' })
  campaign?: string | null;

  @Field(() => String, { nullable: true, description: '`utm_term`, as `source`.' })
  term?: string | null;

  @Field(() => String, { nullable: true, description: '`utm_content`, as `source`.' })
  content?: string | null;

  @Field(() => [String], {
    defaultValue: [],
    description:
      'Hosts, such as `example.com`, whose links stay as they are, with the hosts below them: at most 50, LINK_PARAMETERS_INVALID.',
  })
  excludedHosts: string[];
}

@InputType({ description: 'Link parameters of an account, of a platform, or, without either, of all accounts.' })
export class SetLinkParametersInput {
  @Field(() => ID, { nullable: true, description: 'An account; not with a platform: LINK_SCOPE_INVALID.' })
  accountId?: string | null;

  @Field(() => PlatformEnum, { nullable: true, description: 'A platform; not with an account: LINK_SCOPE_INVALID.' })
  platform?: PlatformKey | null;

  @Field(() => LinkParametersInput, {
    nullable: true,
    description: 'In place of the parameters that were set before; null removes the rule.',
  })
  parameters?: LinkParametersInput | null;
}

@ObjectType({ description: 'Result of setLinkParameters.' })
export class SetLinkParametersPayload {
  @Field(() => [LinkRuleType], { description: 'All rules, as `linkRules` returns them.' })
  linkRules: LinkRuleType[];
}
