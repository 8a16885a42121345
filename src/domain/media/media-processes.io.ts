/**
 * Decides which process opens which file. Starting a process takes as long as converting a photo, so a process is kept
 * for a moment for further files of the same account, such as the images of a post. A process that a file has taken
 * over is given no file of another account. A file without an account has a separate process.
 */
import { AsyncResource } from 'node:async_hooks';
import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';
import type { AccountFile } from './media-file.js';
import { type MediaProcess, type MediaProcessLimits, type Outcome, startMediaProcess } from './media-process.io.js';
import type { MediaTasks } from './media-process.main.js';

/** Runs a task on a file. Rejects with MediaRefused if the file is at fault; other errors may be retried. */
export type RunInMediaProcess = <Name extends keyof MediaTasks>(
  task: Name,
  argument: Parameters<MediaTasks[Name]>[0],
  file: Pick<AccountFile, 'userId' | 'read'>,
) => Promise<Awaited<ReturnType<MediaTasks[Name]>>>;

export interface MediaProcessesLimits extends MediaProcessLimits {
  /** Maximum concurrent processes, those that are kept included; further files wait. */
  concurrency: number;
  /** How long a process is kept that has nothing to do. */
  keepMs?: number;
  /** How many files it opens at most: what it does not give back of its memory must not add up. */
  filesPerProcess?: number;
}

/** Room for one process. */
interface Slot {
  /** A process that has done its work and may open further files of its account. */
  kept?: { userId: string; opener: MediaProcess; timer: NodeJS.Timeout };
  /** Resolves once the last process that was started here is gone. */
  gone: Promise<unknown>;
}

export function makeMediaProcesses(limits: MediaProcessesLimits): RunInMediaProcess {
  const { concurrency, keepMs = 1_000, filesPerProcess = 100 } = limits;
  const inTurn = limitConcurrency(concurrency);
  /** Without work, in the order in which they have been so. */
  const free: Slot[] = Array.from({ length: concurrency }, () => ({ gone: Promise.resolve() }));

  function takeSlot(userId: string | null): Slot {
    // The account's own process; else a slot without one; else that of the one that has been kept for the longest time.
    const own = free.findIndex(({ kept }) => kept && kept.userId === userId);
    const empty = free.findIndex(({ kept }) => !kept);
    const [slot] = free.splice(own >= 0 ? own : Math.max(empty, 0), 1);
    if (!slot) throw new Error('More files than slots');
    return slot;
  }

  function takeKept(slot: Slot): Slot['kept'] {
    const { kept } = slot;
    clearTimeout(kept?.timer);
    delete slot.kept;
    return kept;
  }

  async function start(slot: Slot): Promise<MediaProcess> {
    await slot.gone;
    const opener = startMediaProcess(limits);
    slot.gone = opener.gone;
    return opener;
  }

  async function openIn(slot: Slot, userId: string | null, open: (opener: MediaProcess) => Promise<Outcome>) {
    const kept = takeKept(slot);
    const isOwn = kept?.userId === userId;
    if (!isOwn) kept?.opener.end();
    let opener = isOwn ? kept.opener : await start(slot);
    let outcome = await open(opener);
    // A file is not to blame for what an earlier one has left.
    if ('ended' in outcome && opener.files > 1) {
      opener = await start(slot);
      outcome = await open(opener);
    }
    if ('ended' in outcome) throw outcome.ended;
    if ('error' in outcome) throw outcome.error;
    if (userId === null || opener.files >= filesPerProcess) opener.end();
    else {
      const timer = setTimeout(() => takeKept(slot)?.opener.end(), keepMs).unref();
      slot.kept = { userId, opener, timer };
    }
    return outcome.done;
  }

  return (task, argument, { userId, read }) => {
    // The events of a kept process come in the context of its first file.
    const readHere = AsyncResource.bind(read);
    return inTurn(async () => {
      const slot = takeSlot(userId);
      try {
        return (await openIn(slot, userId, (opener) => opener.open(task, argument, readHere))) as never;
      } finally {
        free.push(slot);
      }
    });
  };
}
