import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('ClientOverview', { description: 'What an agency sees of a client at a glance.' })
export class ClientOverviewType {
  @Field(() => Int, { description: 'Groups that are drafts.' })
  drafts: number;

  @Field(() => Int, { description: 'Groups that are scheduled.' })
  scheduledPosts: number;

  @Field(() => Int, { description: 'Groups that failed, in part or completely.' })
  failedPosts: number;

  @Field(() => Int, { description: 'Requests for approval that wait for a decision.' })
  waitingApprovals: number;

  @Field(() => Int, { description: 'Connected accounts whose access has ended.' })
  accountsToReconnect: number;

  @Field(() => Int, {
    description: 'Platform posts of the month that count for the plan of the account that manages it.',
  })
  postsThisMonth: number;
}

@ObjectType('ClientsSummary', { description: 'What an agency sees of all its clients together.' })
export class ClientsSummaryType {
  @Field(() => Int, { description: 'How many clients it has.' })
  clients: number;

  @Field(() => Int, {
    description: 'How many of them have failed posts, accounts to reconnect or requests for approval that wait.',
  })
  clientsWithProblems: number;

  @Field(() => ClientOverviewType, { description: 'The sums over all clients.' })
  overview: ClientOverviewType;
}
