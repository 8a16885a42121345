/** Fills a new demo account: three months of posts, scheduled ones, drafts, failures to repair, a client, and a colleague. */

import { randomBytes } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { type Connection, revokeConnection, saveConnection } from '../domain/accounts/connection.repository.js';
import { toPlatformId } from '../domain/accounts/platform-id.js';
import { notifyOfFailures } from '../domain/alerts/notify-of-failures.step.js';
import { saveApproval } from '../domain/approvals/approval.repository.js';
import { ApprovalState } from '../domain/approvals/approvals.js';
import { insertUser } from '../domain/identity/account/user.repository.js';
import { insertMembership } from '../domain/identity/people/membership.repository.js';
import { insertPerson } from '../domain/identity/people/person.repository.js';
import { Role } from '../domain/identity/people/role.js';
import { addLabels, insertLabel } from '../domain/labels/label.repository.js';
import { LabelColor, parseLabelName } from '../domain/labels/labels.js';
import type { PlanKey } from '../domain/plans/plans.js';
import { findPostGroup } from '../domain/posts/state/post-group.repository.js';
import type { PublishQueue } from '../domain/posts/state/publish-queue.port.js';
import { makeRecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import type { CredentialCipher } from '../foundation/crypto/credential-cipher.js';
import { newId } from '../foundation/database/id.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../foundation/time/durations.js';
import type { Failure } from '../platforms/port/failure.js';
import { type FirstPart, type GroupNeeds, publishGroup, type StoredGroup, storeGroup } from './demo-groups.js';
import { historyOf } from './demo-history.js';
import { addDemoNumbers } from './demo-numbers.js';
import type { DemoPicture, PictureName } from './demo-pictures.js';
import { CLIENT_POSTS, DEMO_DRAFTS, DEMO_LABELS, DEMO_POSTS, type DemoPost, type DemoTarget } from './demo-posts.js';

/** The name of the demo account and of its accounts at the platforms. */
export const DEMO_NAME = 'Spoke & Bean';
/** How long before the first start the demo account was created. */
export const DEMO_AGE_MS = 95 * DAY_MS;

const BAR = { name: 'spokeandbeanbar', displayName: 'Spoke & Bean · Coffee bar' };
const CLIENT = { name: 'mossandclay', displayName: 'Moss & Clay Pottery' };
const READERS = {
  mara: { name: 'mara.rides', displayName: 'Mara Lindqvist' },
  tomas: { name: 'tomas_on_two_wheels', displayName: 'Tomas Keller' },
};

export interface DemoDataNeeds extends Omit<GroupNeeds, 'recordChanges'> {
  boss: PgBoss;
  cipher: CredentialCipher;
  drawPictures: () => Promise<Record<PictureName, DemoPicture>>;
  /** Of new accounts. */
  plan: PlanKey;
}

type Connections = ReadonlyMap<string, Connection>;

/** Posts of the past are history, for which nothing is left to do. */
const NO_QUEUE: PublishQueue = {
  enqueueing: async () => ({ text: 'SELECT', values: [] }),
  remove: async () => undefined,
  end: async () => undefined,
};

/**
 * Writes all demo data, in the transaction that creates the demo account: an account that exists already is not
 * touched. `connections` are those of the account, one for each platform.
 */
export async function addDemoData(
  needs: DemoDataNeeds,
  user: { id: string; personId: string },
  connections: readonly Connection[],
  now: Date,
): Promise<void> {
  const { boss, sandbox } = needs;
  const announce = makeAnnounceEvents({ webhookQueue: makeWebhookQueue(boss) });
  const past = {
    ...needs,
    recordChanges: makeRecordChanges({ publishQueue: NO_QUEUE, announce, afterFailure: notifyOfFailures }),
  };
  const coming = {
    ...needs,
    recordChanges: makeRecordChanges({
      publishQueue: makePublishQueue(boss),
      announce,
      afterFailure: notifyOfFailures,
    }),
  };
  const pictures = await needs.drawPictures();
  const since = new Date(now.getTime() - DEMO_AGE_MS);

  // The platform knows another token: the stored one is refused, until the account is connected again.
  const barAccount = sandbox.createAccount('microblog', BAR);
  const lost = { accessToken: randomBytes(32).toString('base64url') };
  const bar = await connect(needs, user.id, { ...barAccount, credentials: lost }, since);
  const own = new Map<string, Connection>(connections.map((one) => [one.platform, one])).set('bar', bar);
  const client = await addClient(needs, user.id, since);
  const authors = { owner: user.personId, jonas: await addColleague(needs.db, user.id, since) };
  const labels = await addDemoLabels(needs.db, user.id, since);
  const readers = { mara: reader(sandbox, 'mara'), tomas: reader(sandbox, 'tomas') };

  const all = [
    ...[...historyOf(now), ...DEMO_POSTS].map((post) => ({ post, accounts: own as Connections })),
    ...CLIENT_POSTS.map((post) => ({ post, accounts: client })),
  ]
    .map((one) => ({ ...one, at: timeOf(one.post, now) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  const isPast = ({ at }: { at: Date }) => at.getTime() + MINUTE_MS / 6 <= now.getTime();

  const firstOf = new Map<string, FirstPart>();
  for (const { post, accounts, at } of all.filter(isPast)) {
    const group = await store(
      past,
      { ...{ post, accounts, authors, labels, pictures }, scheduledTime: at },
      new Date(at.getTime() - 6 * HOUR_MS),
    );
    const live = await publishGroup(past, group, at, ({ platform }) => {
      if (post.fails?.because === 'access') return ACCESS_REFUSED;
      const isRefused = post.fails?.because === 'repeat' && platform === post.fails.target;
      const first = firstOf.get(post.text);
      return isRefused && first ? repeated(first) : null;
    });
    if (post.fails?.because === 'access') await revokeConnection(needs.db, bar.id, bar.credentials, at);
    const onNetwork = live.get(accounts.get('network')?.platformId ?? '');
    if (onNetwork) firstOf.set(post.text, onNetwork);
    await reply(
      sandbox,
      { post, to: live.get(accounts.get('threadtalk')?.platformId ?? '')?.nativeId, at, now },
      readers,
    );
  }
  const planned = all.filter((one) => !isPast(one));
  const createdAt = (position: number) => new Date(now.getTime() - 2 * HOUR_MS + position * MINUTE_MS);
  for (const [index, { post, accounts, at }] of planned.entries()) {
    await store(coming, { ...{ post, accounts, authors, labels, pictures }, scheduledTime: at }, createdAt(index));
  }
  const drafts: StoredGroup[] = [];
  for (const [index, post] of DEMO_DRAFTS.entries()) {
    const given = { ...{ post, accounts: own, authors, labels, pictures }, scheduledTime: null };
    drafts.push(await store(coming, given, createdAt(planned.length + index)));
  }
  await addDemoNumbers(needs, [...connections, ...client.values()], { since, now });
  await requestApproval(needs.db, { userId: user.id, by: authors.jonas, of: drafts[1], now });
}

/** A time of day, where the service runs, some days from today. */
function timeOf({ day, at }: DemoPost, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, hours, minutes);
}

async function store(
  needs: GroupNeeds,
  given: {
    post: Pick<DemoPost, 'to' | 'text' | 'pictures' | 'by' | 'label'>;
    accounts: Connections;
    authors: Record<'owner' | 'jonas', string>;
    labels: DemoLabels;
    pictures: Record<PictureName, DemoPicture>;
    scheduledTime: Date | null;
  },
  createdAt: Date,
): Promise<StoredGroup> {
  const { post, accounts, authors, labels, pictures, scheduledTime } = given;
  const connectionOf = (target: DemoTarget): Connection => {
    const connection = accounts.get(target);
    if (!connection) throw new Error(`The demo has no account for ${target}`);
    return connection;
  };
  const files = (post.pictures ?? []).map((name) => pictures[name]);
  const connections = post.to.map(connectionOf);
  const authorId = authors[post.by ?? 'owner'];
  const group = await storeGroup(
    needs,
    { connections, text: post.text, pictures: files, scheduledTime, authorId },
    createdAt,
  );
  const label = post.label && labels.get(post.label);
  if (label) await addLabels(needs.db, 'group', { itemIds: [group.target.group.id], labelIds: [label] });
  return group;
}

/** An account that a person has connected: it has the platform's configured address. */
async function connect(
  { db, cipher }: DemoDataNeeds,
  userId: string,
  account: SandboxAccount,
  now: Date,
): Promise<Connection & { credentials: string }> {
  const { platform, accountId, username, displayName, profileUrl, profileImageUrl } = account;
  const id = newId(now);
  const connection = {
    ...{ id, userId, platform, accountId, platformId: toPlatformId(platform, accountId) },
    ...{ username, displayName, profileUrl, profileImageUrl, baseUrl: null },
    credentials: cipher.encrypt(account.credentials, id),
    ...{ accessTokenExpiresAt: null, renewAt: null, renewalRefusedAt: null, revokedAt: null },
    createdAt: now,
  };
  await saveConnection(db, { ...connection, updatedAt: now });
  return connection;
}

async function addClient(needs: DemoDataNeeds, ownerId: string, now: Date): Promise<Connections> {
  const { db, plan, sandbox } = needs;
  const user = { id: newId(now), email: 'studio@mossandclay.example', displayName: CLIENT.displayName, createdAt: now };
  await insertUser(db, { ...user, emailConfirmedAt: null, plan, managedById: ownerId });
  const connections = new Map<string, Connection>();
  for (const platform of ['microblog', 'photogram', 'threadtalk'] as const) {
    connections.set(platform, await connect(needs, user.id, sandbox.createAccount(platform, CLIENT), now));
  }
  return connections;
}

/** The ids of labels by their names. */
type DemoLabels = ReadonlyMap<string, string>;

async function addDemoLabels(db: Db, userId: string, createdAt: Date): Promise<DemoLabels> {
  const ids = new Map<string, string>();
  for (const [index, name] of DEMO_LABELS.entries()) {
    const id = newId(createdAt);
    const color = Object.values(LabelColor)[index] ?? LabelColor.BLUE;
    await insertLabel(db, { id, userId, ...parseLabelName(name), color, createdAt });
    ids.set(name, id);
  }
  return ids;
}

const JONAS = { email: 'jonas@example.com', name: 'Jonas Weber', passwordHash: null };

/** A member who writes posts and drafts. Nobody signs in as them: they have no password. Returns the person's id. */
async function addColleague(db: Db, userId: string, since: Date): Promise<string> {
  const id = newId(since);
  await insertPerson(db, { id, ...JONAS, emailConfirmedAt: since, createdAt: since });
  await insertMembership(db, { personId: id, userId, role: Role.CONTRIBUTOR, createdAt: since });
  return id;
}

/** The colleague waits for the approval of a draft. */
async function requestApproval(
  db: Db,
  { userId, by, of, now }: { userId: string; by: string; of: StoredGroup | undefined; now: Date },
): Promise<void> {
  const group = of && (await findPostGroup(db, userId, of.target.group.id));
  if (!group) return;
  const tomorrow = new Date(now.getTime() + DAY_MS);
  await saveApproval(db, {
    ...{ groupId: group.id, requestId: newId(now), userId, state: ApprovalState.PENDING },
    ...{ requestedById: by, requestedBy: JONAS.name, requestedAt: now },
    ...{ scheduledTime: tomorrow, groupUpdatedAt: group.updatedAt },
  });
}

const reader = (sandbox: Sandbox, name: keyof typeof READERS): SandboxAccount =>
  sandbox.createAccount('threadtalk', READERS[name]);

/** Adds the replies to a post, some time after it. */
async function reply(
  sandbox: Sandbox,
  { post, to, at, now }: { post: DemoPost; to: string | undefined; at: Date; now: Date },
  readers: Record<keyof typeof READERS, SandboxAccount>,
): Promise<void> {
  for (const [index, { by, text }] of (post.replies ?? []).entries()) {
    if (to === undefined) continue;
    const time = Math.min(at.getTime() + (index + 1) * 47 * MINUTE_MS, now.getTime());
    const { accountId } = readers[by];
    const publishedAt = new Date(time);
    await sandbox.addPastPost({ platform: 'threadtalk', accountId, text, publishedAt, replyTo: to }).stored;
  }
}

/** As for an account whose token the platform refuses, and that has no refresh token. */
const ACCESS_REFUSED: Failure = {
  code: 'PLATFORM_AUTH_EXPIRED',
  message: 'microblog requires the owner of this account to log in again',
  outcome: 'rejected',
  platformError: null,
};

/** As network refuses a text that it has already. */
function repeated({ nativeId, url }: FirstPart): Failure {
  const message = `Content is a duplicate of ${nativeId}`;
  return {
    code: 'INVALID_CONTENT',
    message: `network rejected the content: ${message}. The same content is live as ${url}: change the text, or publish it later`,
    outcome: 'rejected',
    platformError: JSON.stringify({ status: 422, code: 'DUPLICATE_POST', message }),
    platformStatusCode: 422,
  };
}
