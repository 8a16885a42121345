import { PAGE } from './bounds.js';

/**
 * The schema of the operator's console. It is text, apart from the classes of the public schema, so that no type of
 * either can get into the other.
 */
export const TYPE_DEFINITIONS = /* GraphQL */ `
"An instant in the format of RFC 3339, as in the public schema."
scalar DateTime

type Query {
  "The operator who is signed in."
  operator: Operator!
  "Accounts and managed users, newest first."
  accounts("Part of the e-mail address or name." search: String = "", first: Int = ${PAGE}, "The page before ended with it." after: ID): AccountPage!
  "One of them, by id or e-mail address. Errors: OPERATOR_ACTION_REFUSED."
  account(user: String!): Account!
  "Posts of all accounts, newest first. Reading those of one account is recorded in its audit log."
  posts(filter: PostFilter, first: Int = ${PAGE}, after: ID): PostPage!
  "Everything about a post, by the id of its group, its own id, or its id or address at its platform. Recorded in the audit log of its account. Errors: OPERATOR_ACTION_REFUSED."
  post(reference: String!): PostGroup!
  "Deliveries of webhooks, newest first."
  deliveries(user: String, status: DeliveryStatus, since: DateTime, first: Int = ${PAGE}, after: ID): DeliveryPage!
  "Queues with jobs, by name and platform."
  queues: [Queue!]!
  "The oldest e-mails that wait or were given up, at most 100."
  mails: [Mail!]!
  "Publishing, its backlog, and the processes of the installation."
  status: Status!
  "The configuration of the process that responds, as check-config shows it: secrets are masked."
  settings: [Setting!]!
  "The banner that all users see; null without one."
  banner: Banner
}

"What the operator says to all users of the dashboard."
type Banner {
  text: String!
  level: BannerLevel!
  "Null: until it is removed."
  until: DateTime
}

enum BannerLevel {
  info
  warning
}

type Mutation {
  "Puts an account on hold: it cannot use the dashboard; its API keys work, and its posts go out. Errors: OPERATOR_ACTION_REFUSED."
  holdAccount("E-mail address or id." user: String!, "Shown to the owner, at most 200 characters." reason: String, "Null: until it is released." until: DateTime): Account!
  "Ends the hold of an account. Errors: OPERATOR_ACTION_REFUSED."
  releaseAccount(user: String!): Account!
  "Deactivates an account: its sessions end, its API keys stop working, and its posts fail when they are due. Errors: OPERATOR_ACTION_REFUSED."
  deactivateAccount(user: String!): Account!
  "Activates an account again. Posts that failed meanwhile have to be retried. Errors: OPERATOR_ACTION_REFUSED."
  activateAccount(user: String!): Account!
  "Publishes failed posts again, at once, and never one that may be live. Without confirm, it counts them. Errors: OPERATOR_ACTION_REFUSED."
  retryPosts(conditions: PostConditions!, confirm: Boolean = false): ChangedPosts!
  "Ends waiting posts as failed, none that may be live. Without confirm, it counts them. Errors: OPERATOR_ACTION_REFUSED."
  failPosts(conditions: PostConditions!, "Shown to the owners, 1 to 200 characters." reason: String!, confirm: Boolean = false): ChangedPosts!
  "Sends failed deliveries of webhooks again. Without confirm, it counts them. Errors: OPERATOR_ACTION_REFUSED."
  resendDeliveries(user: String, "Created at this time or later." since: DateTime, confirm: Boolean = false): ResentDeliveries!
  "Signs this browser in as an account, for an hour at most; signOut of the public schema leaves it. Its owner sees that, with the reason. Errors: OPERATOR_ACTION_REFUSED."
  signInAs(user: String!, "1 to 200 characters." reason: String!, "Allows changes; else the session only reads." mayWrite: Boolean = false): SignedInAs!
  "Begins no more attempts, in every worker. Again: no change."
  pausePublishing: Status!
  "Publishes what is due. Again: no change."
  resumePublishing: Status!
  "Shows a banner to all users of the dashboard, in place of the one before. Errors: OPERATOR_ACTION_REFUSED."
  showBanner("1 to 300 characters." text: String!, level: BannerLevel!, "Null: until it is removed." until: DateTime): Banner!
  "Removes the banner; false: there was none."
  removeBanner: Boolean!
}

"Which posts. Errors: OPERATOR_ACTION_REFUSED without any condition."
input PostConditions {
  "E-mail address or id."
  user: String
  platform: String
  "Of the failure, or of the last attempt's."
  code: String
  "Due, or last changed, at this time or later."
  since: DateTime
  until: DateTime
}

type ChangedPosts {
  "Platform posts, with the parts of threads that go with them."
  changed: Int!
  "Left unchanged because they may be live: their owners decide."
  mayBeLive: Int!
  isDryRun: Boolean!
}

type SignedInAs {
  expiresAt: DateTime!
}

type ResentDeliveries {
  resent: Int!
  "Their webhooks are switched off: their owners switch them on again."
  inactive: Int!
  isDryRun: Boolean!
}

type Operator {
  id: ID!
  email: String!
}

type AccountPage {
  nodes: [ListedAccount!]!
  "For the argument after; null on the last page."
  next: ID
}

type ListedAccount {
  id: ID!
  email: String!
  displayName: String!
  "Its key."
  plan: String!
  "Its display name."
  planName: String!
  state: AccountState!
  "E-mail address of the workspace owner."
  managedBy: String
  createdAt: DateTime!
  "Null if none is known."
  lastSignInAt: DateTime
  health: Health!
}

enum AccountState {
  active
  on_hold
  inactive
  removal_pending
}

type Health {
  "Connected accounts."
  connections: Int!
  "Those of them whose credentials no longer work, or cannot be renewed."
  connectionProblems: Int!
  "Posts whose time has come and that are not published yet."
  duePosts: Int!
  "Posts that failed within the last 7 days."
  failedPosts: Int!
}

type Account {
  id: ID!
  email: String!
  displayName: String!
  "Its key."
  plan: String!
  "Its display name."
  planName: String!
  createdAt: DateTime!
  emailConfirmedAt: DateTime
  twoFactorSince: DateTime
  isOperator: Boolean!
  managedBy: String
  heldAt: DateTime
  holdReason: String
  holdExpiresAt: DateTime
  deactivatedAt: DateTime
  removalAt: DateTime
  health: Health!
  "Of the account that carries the plan, with its managed users."
  usage: Usage!
  connections: [Connection!]!
}

type Usage {
  postsThisMonth: Int!
  "Posts scheduled or being published."
  waitingPosts: Int!
  connections: Int!
  "As a float: bytes can exceed an Int."
  storedBytes: Float!
  storedFiles: Int!
}

type Connection {
  platformId: ID!
  platform: String!
  username: String!
  "Since when the platform refuses its credentials."
  revokedAt: DateTime
  "Since when the platform refuses to renew them."
  renewalRefusedAt: DateTime
}

input PostFilter {
  "E-mail address or id."
  user: String
  status: PostStatus
  platform: String
  "Of the failure, or of the last attempt's while it is tried again."
  code: String
  since: DateTime
  until: DateTime
  "Part of the text, at most 200 characters."
  text: String
  "Only posts that are due and have not ended."
  late: Boolean = false
}

enum PostStatus {
  draft
  scheduled
  pending
  processing
  published
  failed
}

type PostPage {
  nodes: [ListedPost!]!
  next: ID
}

type ListedPost {
  id: ID!
  groupId: ID!
  userId: ID!
  "Null: the account was removed."
  email: String
  platform: String!
  status: PostStatus!
  "When it is due, or when it last changed once nothing is due."
  time: DateTime!
  code: String
  "What it waits for."
  waitsFor: String
  "Its first 80 characters."
  text: String!
}

type PostGroup {
  id: ID!
  userId: ID!
  email: String
  status: String!
  scheduledTime: DateTime
  createdAt: DateTime!
  posts: [Post!]!
  log: [LogEntry!]!
}

type Post {
  id: ID!
  platform: String!
  partIndex: Int!
  status: PostStatus!
  dueAt: DateTime
  url: String
  "What happens next, when, and who has to act."
  next: String!
  error: PostError
  job: PostJob
  attempts: [Attempt!]!
  deliveries: [PostDelivery!]!
}

type PostError {
  code: String!
  fault: String!
  message: String!
  platformError: String
}

type PostJob {
  state: String!
  startAfter: DateTime!
  startedAt: DateTime
  isStuck: Boolean!
}

type Attempt {
  number: Int!
  startedAt: DateTime!
  endedAt: DateTime
  "Null: it is open."
  outcome: String
  failure: AttemptFailure
}

type AttemptFailure {
  code: String!
  message: String!
  platformStatusCode: Int
}

type PostDelivery {
  id: ID!
  event: String!
  status: DeliveryStatus!
  attemptCount: Int!
}

type LogEntry {
  id: ID!
  createdAt: DateTime!
  event: String!
  platform: String
  error: String
  httpStatus: Int
}

type DeliveryPage {
  nodes: [Delivery!]!
  next: ID
}

enum DeliveryStatus {
  pending
  delivered
  failed
  skipped
}

type Delivery {
  id: ID!
  userId: ID!
  email: String
  "Host of the webhook: its address may have a secret."
  host: String!
  event: String!
  status: DeliveryStatus!
  attemptCount: Int!
  nextAttemptAt: DateTime
  createdAt: DateTime!
  httpStatus: Int
  error: String
}

type Queue {
  queue: String!
  platform: String
  waiting: Int!
  oldestWaiting: DateTime
  retrying: Int!
  scheduled: Int!
  active: Int!
  oldestActive: DateTime
  "Active without a heartbeat: the worker is gone or blocked."
  stuck: Int!
  "Given up within the last hour."
  failed: Int!
}

type Mail {
  id: ID!
  to: String!
  about: String!
  state: String!
  attempts: Int!
  queuedAt: DateTime!
  nextAttemptAt: DateTime!
  error: String
}

type Status {
  pausedSince: DateTime
  "Whether PUBLISH_PAUSED is set for the workers that run."
  pausedByConfiguration: Boolean!
  "Whether a worker fetches."
  workersRunning: Boolean!
  "Names of workers that are connected and have fetched nothing for 30 seconds."
  silentWorkers: [String!]!
  duePosts: Int!
  oldestDueSince: DateTime
  waitingMails: Int!
  oldestMailSince: DateTime
  stuckJobs: Int!
  processes: [Process!]!
}

type Process {
  name: String!
  roles: String!
  version: String!
  connectedSince: DateTime!
  lastFetch: DateTime
  "It is a worker that has fetched nothing for 30 seconds."
  isSilent: Boolean!
  "PUBLISH_PAUSED is set for it."
  isPaused: Boolean!
}

type Setting {
  name: String!
  value: String!
  "environment, default, or the path of a file."
  source: String!
}
`;
