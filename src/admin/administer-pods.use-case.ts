import type { Db } from '../foundation/database/unit-of-work.js';
import { compareDirectory, type KeptDirectory } from '../pods/compare-directory.step.js';
import type { Directory } from '../pods/directory.js';
import type { WeightedPod } from '../pods/pick-pod.js';
import { AdminError } from './admin-error.js';

/** The operator's actions on the pods of a directory. */
export interface AdministerPods {
  /** Adds this pod to the directory, with all its accounts. It can be repeated. */
  register(weight: number): Promise<KeptDirectory>;
  list(): Promise<WeightedPod[]>;
  /** A pod's share of new accounts; 0: none. Returns all pods. */
  setWeight(pod: string, weight: number): Promise<WeightedPod[]>;
}

export function makeAdministerPods(needs: { db: Db; directory: Directory | null; clock: () => Date }): AdministerPods {
  const directory = () => {
    if (needs.directory) return needs.directory;
    throw new AdminError('There is no directory of pods: set DIRECTORY_URL.');
  };
  return {
    async register(weight) {
      await directory().addPod(weight);
      return compareDirectory({ ...needs, directory: directory() });
    },
    list: async () => directory().pods(),
    async setWeight(pod, weight) {
      if (!(await directory().setWeight(pod, weight))) {
        throw new AdminError(`There is no pod ${pod} in the directory: run npm run admin -- pods register there.`);
      }
      return directory().pods();
    },
  };
}
