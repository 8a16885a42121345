import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, Url } from '../../foundation/graphql/scalars.js';
import type { EntryFilter } from './entry-filter.js';
import { EntryState, FeedResult, FeedState } from './feeds.js';

registerEnumType(FeedResult, {
  name: 'FeedResult',
  description: 'What entries of a feed become.',
  valuesConfig: {
    DRAFT: { description: 'Drafts.' },
    QUEUE: {
      description:
        'Posts in the queue of a posting schedule: drafts with its time, if who changed the feed last may not schedule posts. Drafts without one, if the post could not be published as it is.',
    },
  },
});
registerEnumType(FeedState, {
  name: 'FeedState',
  description: 'Whether a feed is read.',
  valuesConfig: {
    ACTIVE: { description: 'It is read, and the last time it could be.' },
    FAILING: { description: 'It could not be read the last time. It is tried again, less often each time.' },
    PAUSED: { description: 'It is not read.' },
    ENDED: { description: 'Its server says that it has ended. It is not read any more.' },
  },
});
registerEnumType(EntryState, {
  name: 'FeedEntryState',
  description: 'What became of an entry of a feed.',
  valuesConfig: {
    WAITING: { description: 'It becomes a post: on another day, if the feed has made all posts of today.' },
    POSTED: { description: 'It became a post, which may have been deleted since.' },
    EXISTING: { description: 'The feed had it before it was added here, or got its address.' },
    FILTERED: { description: 'The filter left it out.' },
    SKIPPED: { description: 'It waited for more than 7 days, or the feed ended.' },
    REFUSED: { description: 'It could not become a post.' },
  },
});

@ObjectType('FeedFilter', { description: 'Which entries of a feed become posts.' })
export class FeedFilterType implements EntryFilter {
  @Field(() => [String], {
    description: 'Words or phrases of which the title or the summary has one; empty: any text.',
  })
  include: string[];

  @Field(() => [String], { description: 'Words or phrases of which neither has one.' })
  exclude: string[];

  @Field(() => [String], { description: 'Categories of which the entry has one; empty: any.' })
  categories: string[];
}

@ObjectType('Feed', {
  implements: Node,
  description: 'A web feed (RSS, Atom or JSON Feed) whose new entries become posts, each once.',
})
export class FeedType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Its name, which no other feed of the account has.' })
  name: string;

  @Field(() => Url, { description: 'The URL that it is fetched from.' })
  url: string;

  @Field(() => [String], { description: 'Platform ids of the connections that its posts are for.' })
  platformIds: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'The posting schedule that gives its posts their times: an id, or NEXT_FREE. Null: its entries become drafts.',
  })
  schedule: string | null;

  @Field(() => String, { description: 'The text of its posts, with placeholders.' })
  template: string;

  @Field(() => FeedFilterType, { description: 'Which entries become posts.' })
  filter: FeedFilterType;

  @Field(() => Int, {
    description: 'Posts in a day, on the clocks of the account. Further entries wait for the next day, at most 7 days.',
  })
  dailyMax: number;

  @Field(() => [ID], { description: 'Labels that its posts get. One that was deleted since is left out.' })
  labelIds: string[];

  @Field(() => Boolean, { description: 'Whether a post has the image of its entry.' })
  attachesImages: boolean;

  @Field(() => FeedState, { description: 'Whether it is read.' })
  state: FeedState;

  @Field(() => String, { nullable: true, description: 'Why it could not be read the last time, as a sentence.' })
  problem: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Since when it cannot be read. Members are notified after 3 days.',
  })
  failingSince: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was last read.' })
  fetchedAt: Date | null;

  @Field(() => DateTime, {
    description:
      'When it is read again, unless it is paused or has ended: in 15 minutes to a day, as its server says; a failing one later each time.',
  })
  nextFetchAt: Date;

  @Field(() => DateTime, { description: 'When it was added.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When it was last changed by somebody.' })
  updatedAt: Date;
}

@ObjectType('FeedEntry', { description: 'An entry of a feed, and what became of it.' })
export class FeedEntryType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Its title, or the beginning of its text; at most 300 characters.' })
  title: string;

  @Field(() => String, { nullable: true, description: 'Its address.' })
  link: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was published, as the feed says.' })
  publishedAt: Date | null;

  @Field(() => EntryState, { description: 'What became of it.' })
  state: EntryState;

  @Field(() => String, {
    nullable: true,
    description: 'Why it became no post, or a draft instead of a queued post, or waits, as a sentence.',
  })
  reason: string | null;

  @Field(() => ID, { nullable: true, description: 'The post group that it became; null: none, or it was deleted.' })
  groupId: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it became a post.' })
  postedAt: Date | null;

  @Field(() => DateTime, { description: 'When the feed was first read with it.' })
  firstSeenAt: Date;
}

export const FeedConnection = connectionOf('Feed', FeedType);
export const FeedEntryConnection = connectionOf('FeedEntry', FeedEntryType);

@ObjectType({ description: 'What is wrong with a text for an account.' })
export class FeedPreviewProblem {
  @Field(() => String, { description: 'As a sentence.' })
  message: string;

  @Field(() => Boolean, { description: 'Whether the post would become a draft because of it.' })
  prevents: boolean;
}

@ObjectType({ description: 'The text of a post for an account.' })
export class FeedPreviewText {
  @Field(() => String, { description: 'The account, as a platform id.' })
  platformId: string;

  @Field(() => String, { description: 'The template, filled, and shortened for the platform.' })
  text: string;

  @Field(() => [FeedPreviewProblem], { description: 'What is wrong with it; empty: nothing.' })
  problems: FeedPreviewProblem[];
}

@ObjectType({ description: 'An entry as it would become a post.' })
export class FeedPreviewEntry {
  @Field(() => String, { description: 'Its title; may be empty.' })
  title: string;

  @Field(() => String, { nullable: true, description: 'Its address.' })
  link: string | null;

  @Field(() => String, { nullable: true, description: 'The address of its image.' })
  image: string | null;

  @Field(() => [String], { description: 'Its categories, at most 20.' })
  categories: string[];

  @Field(() => DateTime, { nullable: true, description: 'When it was published, as the feed says.' })
  publishedAt: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the filter leaves it out, as a sentence; null: it becomes a post.',
  })
  filteredOut: string | null;

  @Field(() => [FeedPreviewText], { description: 'One for each account.' })
  texts: FeedPreviewText[];
}

@ObjectType('FeedPreview', { description: 'A feed as it is now, and what its newest entries would become.' })
export class FeedPreviewType {
  @Field(() => String, { description: 'The title of the feed; may be empty.' })
  title: string;

  @Field(() => [FeedPreviewEntry], { description: 'Its first entries, at most 10.' })
  entries: FeedPreviewEntry[];
}

@InputType('FeedFilterInput', {
  description:
    'Which entries of a feed become posts. At most 20 texts each, of 1 to 60 characters: FEED_FILTER_INVALID, TEXT_NOT_PUBLISHABLE.',
})
export class FeedFilterInput {
  @Field(() => [String], {
    defaultValue: [],
    description: 'Words or phrases of which the title or the summary has one, as whole words, ignoring case.',
  })
  include: string[];

  @Field(() => [String], { defaultValue: [], description: 'Words or phrases of which neither has one.' })
  exclude: string[];

  @Field(() => [String], { defaultValue: [], description: 'Categories of which the entry has one.' })
  categories: string[];
}

const NAME =
  'One line of 1 to 100 characters: FEED_NAME_INVALID. No other feed of the account has it: FEED_NAME_TAKEN.';
const URL =
  'At a public address, of at most 2,000 characters, without credentials: URL_INVALID, FEED_URL_INVALID, FEED_NOT_READ.';
const PLATFORM_IDS =
  'The connections that its posts are for, as platform ids, at most 100: PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND.';
const ACCOUNT_IDS = 'The same as ids of connected accounts: ID_INVALID, CONNECTION_NOT_FOUND.';
const SCHEDULE =
  'With QUEUE: the id of a posting schedule, or NEXT_FREE, the default. ID_INVALID, POSTING_SCHEDULE_NOT_FOUND, POSTING_SCHEDULE_NOT_FOR_POST.';
const TEMPLATE =
  'At most 2,000 characters with at most 10 placeholders: `{{title}}`, `{{link}}`, `{{summary}}`, `{{author}}`, `{{hashtags}}`. What does not fit a platform is shortened at a word, but never the link: FEED_TEMPLATE_INVALID, TEXT_NOT_PUBLISHABLE.';
const DAILY = '1 to 50. FEED_LIMITS_INVALID.';
const LABELS = 'Labels that its posts get, at most 20: ID_INVALID, LABEL_NOT_FOUND, LABELS_TOO_MANY.';
const IMAGES = 'Whether a post gets the image of its entry.';
export const DEFAULT_TEMPLATE = '{{title}}\n\n{{link}}';

/** What previews and new feeds have. */
@InputType()
abstract class FeedRulesInput {
  @Field(() => Url, { description: URL })
  url: string;

  @Field(() => [String], { nullable: true, description: PLATFORM_IDS })
  platformIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: ACCOUNT_IDS })
  accountIds?: string[] | null;

  @Field(() => String, { defaultValue: DEFAULT_TEMPLATE, description: TEMPLATE })
  template: string;

  @Field(() => FeedFilterInput, { nullable: true, description: 'Which entries become posts; if omitted, all do.' })
  filter?: FeedFilterInput | null;

  @Field(() => Boolean, { defaultValue: false, description: IMAGES })
  attachesImages: boolean;
}

@InputType({ description: 'A feed to preview.' })
export class PreviewFeedInput extends FeedRulesInput {}

@InputType({ description: 'A new feed.' })
export class CreateFeedInput extends FeedRulesInput {
  @Field(() => String, { description: NAME })
  name: string;

  @Field(() => FeedResult, { defaultValue: FeedResult.DRAFT, description: 'What its entries become.' })
  result: FeedResult;

  @Field(() => String, { nullable: true, description: SCHEDULE })
  schedule?: string | null;

  @Field(() => Int, { defaultValue: 10, description: `Posts in a day. ${DAILY}` })
  dailyMax: number;

  @Field(() => [ID], { defaultValue: [], description: LABELS })
  labelIds: string[];

  @Field(() => Int, {
    defaultValue: 0,
    description:
      'How many of the newest entries that it has now become posts, at most 20; all others never do. FEED_LIMITS_INVALID.',
  })
  existing: number;
}

@InputType({ description: 'Changes of a feed. An omitted field, or null, keeps its value.' })
export class UpdateFeedInput {
  @Field(() => ID, { description: 'The feed: 24 hexadecimal characters.' })
  feedId: string;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => Url, { nullable: true, description: `${URL} Entries that it has there by now become no posts.` })
  url?: string | null;

  @Field(() => [String], { nullable: true, description: `Replaces them, together with accountIds. ${PLATFORM_IDS}` })
  platformIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: ACCOUNT_IDS })
  accountIds?: string[] | null;

  @Field(() => FeedResult, { nullable: true, description: 'What its entries become from now on.' })
  result?: FeedResult | null;

  @Field(() => String, { nullable: true, description: SCHEDULE })
  schedule?: string | null;

  @Field(() => String, { nullable: true, description: TEMPLATE })
  template?: string | null;

  @Field(() => FeedFilterInput, {
    nullable: true,
    description: 'Replaces the filter, for entries that are read from now on.',
  })
  filter?: FeedFilterInput | null;

  @Field(() => Int, { nullable: true, description: `Posts in a day. ${DAILY}` })
  dailyMax?: number | null;

  @Field(() => [ID], { nullable: true, description: `Replaces them. ${LABELS}` })
  labelIds?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: IMAGES })
  attachesImages?: boolean | null;
}

@InputType({ description: 'The feed to pause or resume.' })
export class PauseFeedInput {
  @Field(() => ID, { description: 'The feed: 24 hexadecimal characters.' })
  feedId: string;

  @Field(() => Boolean, { defaultValue: true, description: 'False: it is resumed.' })
  paused: boolean;
}

@InputType({ description: 'The feed to read now.' })
export class RefreshFeedInput {
  @Field(() => ID, { description: 'The feed: 24 hexadecimal characters.' })
  feedId: string;
}

@InputType({ description: 'The feed to delete.' })
export class DeleteFeedInput {
  @Field(() => ID, { description: 'The feed: 24 hexadecimal characters.' })
  feedId: string;
}

@ObjectType({ description: 'Result of createFeed.' })
export class CreateFeedPayload {
  @Field(() => FeedType, { description: 'The new feed.' })
  feed: FeedType;
}

@ObjectType({ description: 'Result of updateFeed.' })
export class UpdateFeedPayload {
  @Field(() => FeedType, { description: 'The changed feed.' })
  feed: FeedType;
}

@ObjectType({ description: 'Result of pauseFeed.' })
export class PauseFeedPayload {
  @Field(() => FeedType, { description: 'The feed, paused or resumed.' })
  feed: FeedType;
}

@ObjectType({ description: 'Result of refreshFeed.' })
export class RefreshFeedPayload {
  @Field(() => FeedType, { description: 'The feed, as it is after it was read.' })
  feed: FeedType;
}

@ObjectType({ description: 'Result of deleteFeed.' })
export class DeleteFeedPayload {
  @Field(() => ID, { description: 'Id of the deleted feed.' })
  deletedFeedId: string;
}
