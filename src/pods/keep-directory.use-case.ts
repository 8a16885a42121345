import type { Logger } from 'pino';
import { claimPage, type Needs, releasePage } from './compare-directory.step.js';

/** Compares a part of the directory with the accounts of this pod, and corrects it; the next call goes on. */
export type KeepDirectory = () => Promise<void>;

/** While the directory is away, it waits for the next call. */
export function makeKeepDirectory({ log, ...needs }: Needs & { log: Logger }): KeepDirectory {
  let [afterAccount, afterAddress] = ['', ''];
  return async () => {
    try {
      const claimed = await claimPage(needs, afterAccount);
      afterAccount = claimed.next ?? '';
      const { released, next } = await releasePage(needs, afterAddress);
      afterAddress = next ?? '';
      if (claimed.conflicts.length > 0) {
        log.error({ conflicts: claimed.conflicts.length }, 'Accounts have an e-mail address that another pod has');
      }
      if (released > 0) log.info({ released }, 'Released addresses that no account has');
    } catch (error) {
      log.warn({ err: error }, 'The directory of pods was not compared');
    }
  };
}
