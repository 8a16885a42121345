import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { LocalDate } from '../../foundation/graphql/scalars.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { MetricsFacts } from '../../platforms/port/metrics.js';
import { ConnectedAccountType } from '../accounts/connection.types.js';
import { PlatformPostType, PostGroupType } from '../posts/graphql/post-group.types.js';
import type { MetricsContext } from './metrics.context.js';
import { dayOf, withEngagements } from './metrics.js';
import { AccountMetricsType, MetricsInterval, PostGroupMetricsType, PostMetricsType } from './metrics.types.js';
import { daysBefore, parsePeriod } from './metrics-filter.js';
import { accountPoints, groupMetricsOf, ownOf, pointsOf, stateOf, supportedOf } from './shown-metrics.js';

/** What a platform gives; null: nothing. */
type FindMetricsFacts = (platform: string) => MetricsFacts | null;

interface Needs {
  findMetricsFacts: FindMetricsFacts;
  clock: () => Date;
}

/** Days that are shown of an account, unless others are requested. */
const USUAL_DAYS = 30;

@Resolver(() => PlatformPostType)
export class PostMetricsResolver {
  constructor(private readonly needs: Needs) {}

  @FieldResolver(() => PostMetricsType, {
    nullable: true,
    description: 'What it achieved, as its platform says; null until it is published.',
  })
  async metrics(
    @Root() { id, postedId, platformKey }: PlatformPostType,
    @Ctx() { loaders }: MetricsContext,
  ): Promise<PostMetricsType | null> {
    const found = postedId === null ? null : await loaders.numbersOfPost.load(id);
    if (!found) return null;
    const { state, own, readings, measuredAt, nextAt, ...numbers } = found;
    return {
      ...{ state: stateOf(this.needs.findMetricsFacts(platformKey), state), measuredAt, nextAt },
      ...{ values: withEngagements(numbers), own: ownOf(own), points: pointsOf(readings) },
    };
  }
}

@Resolver(() => PostGroupType)
export class GroupMetricsResolver {
  @FieldResolver(() => PostGroupMetricsType, {
    description: 'What its posts achieved together, as their platforms say.',
  })
  async metrics(@Root() { id }: PostGroupType, @Ctx() { loaders }: MetricsContext): Promise<PostGroupMetricsType> {
    return groupMetricsOf(await loaders.numbersOfGroup.load(id));
  }
}

@Resolver(() => ConnectedAccountType)
export class AccountMetricsResolver {
  constructor(private readonly needs: Needs) {}

  @FieldResolver(() => AccountMetricsType, {
    nullable: true,
    description: 'Its numbers by day, as its platform says. Null only with an error: FILTER_INVALID.',
  })
  async metrics(
    @Root() { id, userId, platformId, platform }: ConnectedAccountType,
    @Ctx() { loaders }: MetricsContext,
    @Arg('from', () => LocalDate, {
      nullable: true,
      description: 'The first day, in UTC; defaults to 30 days before `to`.',
    })
    from?: string | null,
    @Arg('to', () => LocalDate, {
      nullable: true,
      description:
        'The day after the last one (exclusive), at most 366 after the first; defaults to tomorrow. FILTER_INVALID.',
    })
    to?: string | null,
    @Arg('interval', () => MetricsInterval, {
      nullable: true,
      description: 'How far points are apart; defaults to DAY.',
    })
    interval?: MetricsInterval | null,
  ): Promise<AccountMetricsType> {
    const end = to ?? dayOf(new Date(this.needs.clock().getTime() + DAY_MS));
    const begin = from ?? daysBefore(end, USUAL_DAYS);
    const period = parsePeriod({ from: begin, to: end });
    const facts = platform && this.needs.findMetricsFacts(platform);
    const [account, days] = await Promise.all([
      loaders.measuredAccount.load(id),
      loaders.daysOfAccount.load({ userId, platformId, ...period }),
    ]);
    const state = stateOf(facts, account?.state ?? null);
    return {
      ...{ state, supported: supportedOf(facts) },
      missingScopes: state === 'PERMISSION_MISSING' ? [...(facts?.scopes ?? [])] : [],
      followers: days.findLast(({ followers }) => followers !== null)?.followers ?? null,
      points: accountPoints(days, interval ?? 'DAY'),
    };
  }
}
