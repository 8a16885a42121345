import { AdminError } from '../admin/admin-error.js';
import type { AdministerAccounts } from '../admin/administer-accounts.use-case.js';
import type { AdministerBanner } from '../admin/administer-banner.use-case.js';
import type { AdministerDeliveries } from '../admin/administer-deliveries.use-case.js';
import type { AdministerPosts } from '../admin/administer-posts.use-case.js';
import type { AdministerQueues } from '../admin/administer-queues.use-case.js';
import type { Account } from '../admin/find-account.step.js';
import type { PostFilter } from '../admin/posts.repository.js';
import type { SwitchPublishing } from '../admin/switch-publishing.use-case.js';
import { connectionsOfUser } from '../domain/accounts/connection.repository.js';
import type { Banner } from '../domain/banner/banner.js';
import { sessionOf } from '../domain/identity/access/viewer.js';
import { findUser } from '../domain/identity/account/user.repository.js';
import { requireBrowser } from '../domain/identity/graphql/viewer.context.js';
import { hasOperator } from '../domain/identity/people/membership.repository.js';
import { periodOf, sum } from '../domain/plans/limits.js';
import { readStorage, readUsage } from '../domain/usage/usage.repository.js';
import type { DeliveryStatus } from '../domain/webhooks/webhook.js';
import { isBlank } from '../foundation/blank-text.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { AppError } from '../foundation/errors/app-error.js';
import { FAILURES, type FailureCode } from '../platforms/port/failure.js';
import { PLATFORM_KEYS } from '../platforms/port/platform.js';
import { healthOfUsers } from './account-health.repository.js';
import { toChoice, toPage, toText } from './bounds.js';
import { findOperator } from './operator.repository.js';
import type { ReadPosts } from './read-posts.use-case.js';
import type { RootResolver, RootResolvers } from './schema.js';
import type { SignInAs, SignInAsInput } from './sign-in-as.use-case.js';

type Given<Arguments> = { [Name in keyof Arguments]?: Arguments[Name] | null };
type PageArguments = Given<{ first: number; after: string }>;
type PostFilterInput = Given<Omit<PostFilter, 'userId' | 'isLate'> & { user: string; late: boolean }>;
type PostConditions = Given<Pick<PostFilter, 'platform' | 'since' | 'until'> & { user: string; code: string }>;

const MAX_REASON = 200;
/** Groups, or deliveries, that one request changes. */
const MOST_AT_ONCE = 2_000;
const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[];

export interface OperatorNeeds {
  db: Db;
  clock: () => Date;
  accounts: AdministerAccounts;
  posts: AdministerPosts;
  readPosts: ReadPosts;
  queues: AdministerQueues;
  deliveries: AdministerDeliveries;
  publishing: SwitchPublishing;
  banner: AdministerBanner;
  signInAs: SignInAs;
  /** The configuration in force, without secrets. */
  settings: () => readonly { name: string; value: string; source: string }[];
}

/** The fields of the console's schema: each runs the use case of the command with the same name. */
export function makeOperatorResolvers(needs: OperatorNeeds): RootResolvers {
  const { db, clock, accounts, queues, deliveries, publishing } = needs;

  /** The operator of the request, which was checked before (operator.http.ts). */
  const operatorOf: RootResolver = async (_, { viewer }) => {
    const operator = await findOperator(db, sessionOf(await viewer()).personId);
    if (!operator) throw new AppError('SESSION_REQUIRED');
    return operator;
  };

  async function toAccountNode(account: Account) {
    const user = await findUser(db, account.id);
    const ownerId = user?.managedById ?? account.id;
    const usage = await readUsage(db, ownerId, periodOf(clock()));
    const stored = await readStorage(db, ownerId);
    return {
      ...account,
      health: await healthOf(account.id),
      usage: {
        postsThisMonth: sum(usage.postsPerMonth),
        waitingPosts: sum(usage.pending),
        connections: usage.connections,
        storedBytes: stored.bytes,
        storedFiles: stored.files,
      },
      connections: await connectionsOfUser(db, account.id),
    };
  }
  /** So that of two operators none locks the other out. */
  async function ofNoOperator(who: string): Promise<Account> {
    const account = await accounts.show(toText(who) ?? '');
    if (await hasOperator(db, account.id))
      throw new AdminError(`${account.email} belongs to an operator: use npm run admin.`);
    return account;
  }
  const healthOf = async (userId: string) => (await healthOfUsers(db, [userId])).get(userId);

  return {
    Query: {
      operator: operatorOf,
      async accounts({ search, ...page }: { search: string } & PageArguments) {
        const { users, next } = await accounts.list({ search: toText(search) ?? '', ...toPage(page) });
        const health = await healthOfUsers(
          db,
          users.map(({ id }) => id),
        );
        return { nodes: users.map((user) => ({ ...user, health: health.get(user.id) })), next };
      },
      account: async ({ user }: { user: string }) => toAccountNode(await accounts.show(toText(user) ?? '')),
      async posts({ filter, ...page }: { filter?: PostFilterInput | null } & PageArguments) {
        const { posts, next } = await needs.readPosts.list(toPostQuery(filter ?? {}), toPage(page));
        return { nodes: posts, next };
      },
      async post({ reference }: { reference: string }) {
        const { group, posts, log } = await needs.readPosts.show(toText(reference, 2048) ?? '');
        return { ...group, posts, log };
      },
      async deliveries({
        user,
        status = null,
        since = null,
        ...page
      }: Given<{ user: string; status: DeliveryStatus; since: Date }> & PageArguments) {
        const found = await deliveries.list({ user: toText(user), status, since }, toPage(page));
        return { nodes: found.deliveries, next: found.next };
      },
      queues: () => queues.queues(),
      mails: () => queues.mails(),
      status: () => publishing.status(),
      settings: needs.settings,
      banner: () => needs.banner.current(),
    },
    Mutation: {
      async holdAccount({ user, reason, until = null }: { user: string } & Given<{ reason: string; until: Date }>) {
        const { id } = await ofNoOperator(user);
        return toAccountNode(await accounts.hold(id, { reason: toText(reason, MAX_REASON), until }));
      },
      releaseAccount: async ({ user }: { user: string }) => toAccountNode(await accounts.release(toText(user) ?? '')),
      async deactivateAccount({ user }: { user: string }) {
        const { id } = await ofNoOperator(user);
        return toAccountNode(await accounts.deactivate(id));
      },
      activateAccount: async ({ user }: { user: string }) => toAccountNode(await accounts.activate(toText(user) ?? '')),
      retryPosts: ({ conditions, confirm }: { conditions: PostConditions; confirm: boolean }) =>
        needs.posts.retry(toBulkQuery(conditions), { isDryRun: !confirm, most: MOST_AT_ONCE }),
      failPosts({ conditions, reason, confirm }: { conditions: PostConditions; reason: string; confirm: boolean }) {
        if (isBlank(reason)) throw new AdminError('Enter a reason: the owners of the posts read it.');
        return needs.posts.fail(toBulkQuery(conditions), {
          reason: toText(reason, MAX_REASON) ?? '',
          isDryRun: !confirm,
          most: MOST_AT_ONCE,
        });
      },
      resendDeliveries: ({
        user,
        since = null,
        confirm,
      }: Given<{ user: string; since: Date }> & { confirm: boolean }) =>
        deliveries.resend({ user: toText(user), since }, { isDryRun: !confirm, most: MOST_AT_ONCE }),
      async signInAs({ user, reason, mayWrite }: SignInAsInput, context) {
        const input = { user: toText(user) ?? '', reason, mayWrite };
        const { token, expiresAt } = await needs.signInAs(await context.viewer(), input);
        requireBrowser(context).beginOperator(token);
        return { expiresAt };
      },
      pausePublishing: () => publishing.pause(),
      resumePublishing: () => publishing.resume(),
      showBanner: ({ text, level, until = null }: Pick<Banner, 'text' | 'level'> & Given<Pick<Banner, 'until'>>) =>
        needs.banner.show({ text, level, until }),
      removeBanner: () => needs.banner.remove(),
    },
  };
}

const toBulkQuery = ({ user, platform, code, since, until }: PostConditions) => ({
  user: toText(user),
  platform: toChoice(platform, PLATFORM_KEYS, 'platform'),
  code: toChoice(code, FAILURE_CODES, 'code of a failure'),
  since: since ?? null,
  until: until ?? null,
});

const toPostQuery = ({ status, text, late, ...conditions }: PostFilterInput) => ({
  ...toBulkQuery(conditions),
  status: status ?? null,
  text: toText(text, 200),
  isLate: late ?? false,
});
