import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, LocalDate, Url } from '../../foundation/graphql/scalars.js';
import { MetricsFilterInput } from '../metrics/metrics-report.types.js';
import type { ReportLink } from './report-link.repository.js';

@ObjectType('ReportLink', {
  implements: Node,
  description: 'A secret page with the report of a period, as of its creation, for people without a login.',
})
export class ReportLinkType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Its heading.' })
  name: string;

  @Field(() => LocalDate, { description: 'The first day of its period.' })
  from: string;

  @Field(() => LocalDate, { description: 'The day after the last one.' })
  to: string;

  @Field(() => DateTime, { description: 'When it was created. Later readings do not change it.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When its address becomes invalid.' })
  expiresAt: Date;
}

export const ReportLinkConnection = connectionOf('ReportLink', ReportLinkType);

export const toReportLinkType = ({ id, name, report, createdAt, expiresAt }: ReportLink): ReportLinkType => ({
  ...{ id, name, createdAt, expiresAt },
  ...{ from: report.from, to: report.to },
});

@InputType({ description: 'A new report link.' })
export class CreateReportLinkInput {
  @Field(() => MetricsFilterInput, { description: 'Which posts it is about.' })
  filter: MetricsFilterInput;

  @Field(() => String, {
    description:
      'Its heading: one line of 1 to 200 characters. Errors: REPORT_LINK_INPUT_INVALID, DISPLAY_NAME_INVALID.',
  })
  name: string;

  @Field(() => Int, {
    defaultValue: 30,
    description: 'For how many days it is valid: 1 to 90. REPORT_LINK_INPUT_INVALID.',
  })
  days: number;
}

@ObjectType({ description: 'Result of createReportLink.' })
export class CreateReportLinkPayload {
  @Field(() => ReportLinkType, { description: 'The link.' })
  reportLink: ReportLinkType;

  @Field(() => Url, { description: 'The address. It is shown only here: everybody who has it can read the report.' })
  url: string;
}

@InputType({ description: 'The report link to revoke.' })
export class RevokeReportLinkInput {
  @Field(() => ID, { description: 'The link: 24 hexadecimal characters.' })
  reportLinkId: string;
}

@ObjectType({ description: 'Result of revokeReportLink.' })
export class RevokeReportLinkPayload {
  @Field(() => ID, { description: 'Id of the revoked link.' })
  revokedReportLinkId: string;
}
