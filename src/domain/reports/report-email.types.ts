import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { LocalDate } from '../../foundation/graphql/scalars.js';
import { ReportFrequency } from './report-periods.js';

registerEnumType(ReportFrequency, {
  name: 'ReportFrequency',
  description: 'How often a person gets a report by e-mail.',
  valuesConfig: {
    NEVER: { description: 'Not at all.' },
    WEEKLY: { description: 'On Mondays, of the week before, from Monday on.' },
    MONTHLY: { description: 'On the first day of each month, of the month before.' },
  },
});

@ObjectType('ReportEmail', { description: 'A report of an account that you get by e-mail.' })
export class ReportEmailType {
  @Field(() => ID, { description: 'The account: one of which you are a member, or a managed user.' })
  accountId: string;

  @Field(() => String, { description: 'Display name of that account.' })
  accountName: string;

  @Field(() => ReportFrequency, { description: 'How often.' })
  frequency: ReportFrequency;

  @Field(() => LocalDate, {
    nullable: true,
    description: 'The day of the next one, at 08:00 in the time zone of the account; null: there is none.',
  })
  nextOn: string | null;
}

@InputType({ description: 'How often to send you a report.' })
export class SetReportEmailInput {
  @Field(() => ReportFrequency, { description: 'How often.' })
  frequency: ReportFrequency;
}

@ObjectType({ description: 'Result of setReportEmail.' })
export class SetReportEmailPayload {
  @Field(() => [ReportEmailType], { description: 'All reports that you get now.' })
  reportEmails: ReportEmailType[];
}
