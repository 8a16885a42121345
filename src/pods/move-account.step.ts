/**
 * Moves an account to another pod, in steps that can be interrupted anywhere and repeated.
 *
 * The rows of its users decide who publishes and answers for it: they are in `users` of one pod, or parked in both. The
 * source parks them, the directory decides, and the target takes them into use, in this order. What was published before
 * is copied with the rest; a run that is late finds its account parked, and begins nothing.
 */
import { recordAudit } from '../domain/audit/audit.repository.js';
import { onAccount } from '../domain/audit/audit-event.js';
import { REMOVAL_STEPS } from '../domain/owner/removal.repository.js';
import {
  type AccountSums,
  copyRows,
  differences,
  hasRows,
  objectsOf,
  prepareCopy,
  readdressFiles,
  sumRows,
} from './account-copy.repository.js';
import type { Directory } from './directory.js';
import type { Move } from './directory-moves.js';
import type { MovingPod } from './moving-pod.js';
import {
  type AccountHere,
  accountHere,
  awaitRenewals,
  carriersOf,
  claimedAddresses,
  copyParked,
  forgetAddresses,
  forgetParked,
  hasParked,
  leasedUntil,
  managedAddresses,
  noteMoved,
  parkedSince,
  parkUsers,
  sharedMembers,
  takenAddresses,
  takeUsers,
  usersOf,
} from './parked-account.repository.js';
import { separateObjects } from './separate-objects.step.js';

/** Why an account does not move, and what to do. */
export class MoveError extends Error {}

export interface MoveOptions {
  /** How long requests that began before the account was parked may go on. */
  settleMs: number;
  /** How long to wait for attempts under way. */
  waitMs: number;
}

export interface MovedAccount {
  id: string;
  source: string;
  target: string;
  users: number;
  /** False: the copy that is left in the source is removed by the next command. */
  isRemoved: boolean;
}

export interface MoveNeeds {
  source: MovingPod;
  target: MovingPod;
  directory: Directory;
  /** Notifies the routers of the move; null: the operator does. */
  updateRouters: (() => Promise<void>) | null;
  clock: () => Date;
  sleep: (ms: number) => Promise<void>;
  /** Each step once it is done. */
  report: (step: string) => void;
}

const LOOK_EVERY_MS = 250;
/** Copies that are discarded because the account was still being written to. */
const MOST_COPIES = 3;

export async function moveAccount(needs: MoveNeeds, who: string, options: MoveOptions): Promise<MovedAccount> {
  const { id } = await findAccount(needs.source, who);
  return alone(needs.source, id, () => move(needs, id, options));
}

/** Gives up a move that is not decided: the source has the account again. */
export async function cancelMove(needs: CancelNeeds, who: string): Promise<void> {
  const { id } = await findAccount(needs.source, who);
  await alone(needs.source, id, () => cancel(needs, id));
}

type CancelNeeds = Pick<MoveNeeds, 'source' | 'target' | 'directory' | 'report'>;

async function alone<T>(source: MovingPod, accountId: string, work: () => Promise<T>): Promise<T> {
  const done = await source.alone(accountId, async () => ({ result: await work() }));
  if (!done) throw new MoveError('Another command moves the account at this moment.');
  return done.result;
}

async function move(needs: MoveNeeds, accountId: string, options: MoveOptions): Promise<MovedAccount> {
  const { source, target, directory, report } = needs;
  const account = await findAccount(source, accountId);
  const begun = await directory.moves.find(accountId);
  checkMove(begun, needs);
  const users = await usersOf(source.db, accountId);
  const moved = { id: accountId, source: source.pod, target: target.pod, users: users.length };
  const isDone = account.state === 'moved' && !begun;
  if (isDone && !(await hasRows(source.db, users))) {
    throw new MoveError(`The account ${accountId} has moved already, and nothing of it is left in pod ${source.pod}.`);
  }
  if (!isDone) {
    if (!begun) await checkPods(needs, accountId, users);
    const emails = await claimedAddresses(source.db, users);
    const current =
      begun ?? (await directory.moves.begin({ accountId, source: source.pod, target: target.pod }, emails));
    checkMove(current, needs);
    if (current.state === 'begun') await bringOver(needs, current, options);
    await settle(needs, current);
    if (!needs.updateRouters) return { ...moved, isRemoved: false };
  }
  await needs.updateRouters?.();
  if (needs.updateRouters) report('routers lead to it');
  await removeCopy(source, users, source.storagePlace === target.storagePlace);
  await source.transaction((tx) => forgetAddresses(tx, accountId));
  report(`removed from pod ${source.pod}`);
  return { ...moved, isRemoved: true };
}

async function cancel({ source, target, directory, report }: CancelNeeds, accountId: string): Promise<void> {
  const { state } = await findAccount(source, accountId);
  const begun = await directory.moves.find(accountId);
  if (!begun && state === 'here') throw new MoveError('The account does not move.');
  checkPlaces(begun, { source, target });
  if (state === 'moved' || !(await directory.moves.cancel(accountId))) {
    throw new MoveError('The move is decided, and cannot be cancelled: repeat it, then move the account back.');
  }
  const users = await usersOf(source.db, accountId);
  await discardCopy(target, users, source.storagePlace === target.storagePlace);
  await source.transaction(async (tx) => {
    await source.jobs.unpark(tx, users);
    if (await takeUsers(tx, accountId)) await source.jobs.requeuePosts(tx, users);
  });
  await directory.moves.end(accountId);
  report(`pod ${source.pod} has the account again`);
}

async function findAccount({ db, pod }: MovingPod, who: string): Promise<AccountHere> {
  const account = await accountHere(db, who);
  if (!account) throw new MoveError(`Pod ${pod} has no account ${who}.`);
  if (account.isManaged) throw new MoveError(`${who} is a managed user: it moves with its owner.`);
  return account;
}

type Places = Pick<MoveNeeds, 'source' | 'target'>;

function checkPlaces(move: Move | null, { source, target }: Places): void {
  if (source.pod === target.pod) throw new MoveError(`This is pod ${target.pod}: name another one.`);
  if (!move || (move.source === source.pod && move.target === target.pod)) return;
  throw new MoveError(
    `The account ${move.accountId} moves from pod ${move.source} to ${move.target}: end that move first.`,
  );
}

function checkMove(move: Move | null, places: Places): void {
  checkPlaces(move, places);
  if (move?.state === 'cancelled')
    throw new MoveError('The move is being cancelled: repeat the command with --cancel.');
}

/** Throws, before anything is changed, if the target could not take the account. */
async function checkPods({ source, target, directory }: MoveNeeds, accountId: string, users: string[]): Promise<void> {
  const pods = (await directory.pods()).map(({ pod }) => pod);
  const unknown = [source.pod, target.pod].find((pod) => !pods.includes(pod));
  if (unknown) throw new MoveError(`The directory has no pod ${unknown}: run npm run admin -- pods register there.`);
  if (source.keys.some((key) => !target.keys.includes(key))) {
    throw new MoveError(
      `ENCRYPTION_KEYS of pod ${target.pod} lacks a key of pod ${source.pod}. Add it there, after its own, and restart its processes.`,
    );
  }
  if ((await source.versions()) !== (await target.versions())) {
    throw new MoveError('The pods have different versions of the tables: upgrade both to the same version first.');
  }
  if (await hasRows(target.db, users)) {
    throw new MoveError(
      `Pod ${target.pod} still has rows of the account, from the move away from there: repeat that move first.`,
    );
  }
  await assertOwnMembers(source, users);
  const taken = await takenAddresses(target.db, await managedAddresses(source.db, accountId), users);
  if (taken.length > 0) {
    throw new MoveError(`Pod ${target.pod} has other managed users with these addresses: ${taken.join(', ')}.`);
  }
}

/** A person is in one pod, with all accounts of theirs. */
async function assertOwnMembers({ db }: MovingPod, users: readonly string[]): Promise<void> {
  const shared = await sharedMembers(db, users);
  if (shared.length === 0) return;
  throw new MoveError(
    `These people are members of other accounts of this pod, too: ${shared.join(', ')}. End their membership in one of them first.`,
  );
}

/** Parks the account, copies it, and has the directory decide. Until then it can be cancelled. */
async function bringOver(needs: MoveNeeds, move: Move, options: MoveOptions): Promise<void> {
  const { source, target, directory, report } = needs;
  const { accountId } = move;
  await park(needs, accountId);
  report('parked: nothing of it is published, and requests get 503');
  const users = await untilQuiet(needs, accountId, options);
  report('quiet: no attempt and no request is under way');
  await separateObjects(source, users, needs.clock);
  await copyObjects(source, target, users);
  for (let copies = (await hasParked(target.db, accountId)) ? 1 : 0; ; copies += 1) {
    if (copies > 0) {
      const sums = await Promise.all([source, target].map((pod) => sumsIn(pod, users)));
      const wrong = differences(...(sums as [AccountSums, AccountSums]));
      if (wrong.length === 0) break;
      await discardCopy(target, users, true);
      if (copies > MOST_COPIES)
        throw new MoveError(`Rows of the account change while it is parked: ${wrong.join(', ')}.`);
    }
    await copy(source, target, { accountId, users });
    report('copied');
  }
  report('verified: the copies are equal');
  const isDecided = await directory.moves.decide(move, {
    emails: await claimedAddresses(source.db, users),
    carriers: await carriersOf(source.db, users, { withFiles: source.servesObjects || target.servesObjects }),
  });
  if (!isDecided) throw new MoveError('The move was cancelled by another command.');
  report(`decided: pod ${target.pod} has the account`);
}

/** What follows once the directory has decided. */
async function settle({ source, target, directory, report }: MoveNeeds, { accountId }: Move): Promise<void> {
  const users = await usersOf(source.db, accountId);
  await target.transaction(async (tx) => {
    if (!(await takeUsers(tx, accountId))) return;
    await source.jobs.copyParked(source.db, tx, users);
    await target.jobs.requeuePosts(tx, users);
    const details = { from: source.pod, to: target.pod };
    await recordAudit(tx, onAccount({ id: accountId }), { action: 'account_moved', details });
  });
  report(`in use in pod ${target.pod}`);
  await source.transaction(async (tx) => {
    await source.jobs.removeParked(tx, users);
    await noteMoved(tx, accountId);
  });
  await directory.moves.end(accountId);
  report(`ended in pod ${source.pod}`);
}

const park = ({ source, target, clock }: MoveNeeds, accountId: string): Promise<void> =>
  source.transaction(async (tx) => {
    await parkUsers(tx, { accountId, target: target.pod, now: clock() });
    await source.jobs.park(tx, await usersOf(tx, accountId));
  });

/**
 * Waits for requests that began before the account was parked, and for jobs and leases. What they have made meanwhile is
 * parked as well.
 */
async function untilQuiet(needs: MoveNeeds, accountId: string, { settleMs, waitMs }: MoveOptions): Promise<string[]> {
  const { source, clock } = needs;
  const since = (await parkedSince(source.db, accountId)) ?? clock();
  const settled = since.getTime() + settleMs - clock().getTime();
  if (settled > 0) await needs.sleep(settled);
  for (const end = clock().getTime() + waitMs; ; ) {
    await park(needs, accountId);
    const users = await usersOf(source.db, accountId);
    const active = await source.jobs.countActive(source.db, users);
    const leased = await leasedUntil(source.db, users);
    if (active === 0 && leased === null) {
      await source.transaction((tx) => awaitRenewals(tx, users));
      await assertOwnMembers(source, users);
      return users;
    }
    if (clock().getTime() > end) {
      throw new MoveError(
        `The account is still publishing (${active} jobs). Repeat the command to go on, or add --cancel to give up.`,
      );
    }
    await needs.sleep(LOOK_EVERY_MS);
  }
}

/** Copies objects that the target's storage does not have: nothing where the pods share it. */
async function copyObjects(source: MovingPod, target: MovingPod, users: readonly string[]): Promise<void> {
  if (source.storagePlace === target.storagePlace) return;
  for (const key of await objectsOf(source.db, users)) {
    if (await copyObject(source, target, { from: key, to: key })) continue;
    // An upload that was not inspected yet.
    const [from, to] = [source, target].map(({ storage }) => storage.uploadKey(key)) as [string, string];
    if (from !== key) await copyObject(source, target, { from, to });
  }
}

/** False if the source does not have the object. */
async function copyObject(
  source: MovingPod,
  target: MovingPod,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const there = await target.storage.get(to, { start: 0, end: 0 });
  there?.body.destroy();
  const object = await source.storage.get(from);
  if (!object) return false;
  if (there?.size === object.size) object.body.destroy();
  else await target.storage.put(to, object.body, { contentType: object.contentType });
  return true;
}

/** Copies the rows in one transaction of the target: all of them or none. */
const copy = (source: MovingPod, target: MovingPod, its: { accountId: string; users: readonly string[] }) =>
  source.snapshot(async (from) => {
    await prepareCopy(from);
    await target.transaction(async (to) => {
      await prepareCopy(to);
      // Of a move away from there.
      await forgetParked(to, its.users);
      await copyRows(from, to, its.users);
      await readdressFiles(to, its.users, target.storage.publicUrl);
      await copyParked(from, to, its.accountId);
    });
  });

const sumsIn = (pod: MovingPod, users: readonly string[]): Promise<AccountSums> =>
  pod.snapshot(async (db) => {
    await prepareCopy(db);
    return sumRows(db, users);
  });

async function discardCopy(target: MovingPod, users: readonly string[], keepsObjects: boolean): Promise<void> {
  await removeCopy(target, users, keepsObjects);
  await target.transaction((tx) => forgetParked(tx, users));
}

/** Removes the rows of an account that another pod has. */
async function removeCopy(pod: MovingPod, ids: readonly string[], keepsObjects: boolean): Promise<void> {
  for (const remove of REMOVAL_STEPS) {
    for (let rows = 1; rows > 0; ) {
      const step = await pod.transaction((tx) =>
        remove(tx, { ids, jobs: pod.accountJobs, now: new Date(), keepsObjects }),
      );
      await pod.deleteObjects(step.keys ?? []);
      rows = step.rows;
    }
  }
  await pod.transaction((tx) => tx.query('DELETE FROM audit_events WHERE owner_id = ANY($1)', [ids]));
}
