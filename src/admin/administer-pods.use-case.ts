import type { Db } from '../foundation/database/unit-of-work.js';
import { compareDirectory, type KeptDirectory } from '../pods/compare-directory.step.js';
import type { Directory } from '../pods/directory.js';
import { cancelMove, type MovedAccount, MoveError, type MoveOptions, moveAccount } from '../pods/move-account.step.js';
import type { MovingPod } from '../pods/moving-pod.js';
import type { WeightedPod } from '../pods/pick-pod.js';
import { type RouterPlace, type WrittenMap, writeMap } from '../pods/router-map.js';
import { AdminError } from './admin-error.js';

export interface MoveInput {
  /** Where the configurations of the pods are, `<pod>.env`. */
  folder: string;
  /** The pod that gets the account. */
  to: string;
  /** Null: the operator updates the routers. */
  router: RouterPlace | null;
}

/** The operator's actions on the pods of a directory. */
export interface AdministerPods {
  /** Adds this pod to the directory, with all its accounts. It can be repeated. */
  register(weight: number): Promise<KeptDirectory>;
  list(): Promise<WeightedPod[]>;
  /** A pod's share of new accounts; 0: none. Returns all pods. */
  setWeight(pod: string, weight: number): Promise<WeightedPod[]>;
  /** Moves an account of this pod to another one, or goes on with a move that was interrupted. */
  move(who: string, input: MoveInput & MoveOptions): Promise<MovedAccount>;
  /** Gives up a move that is not decided. */
  cancelMove(who: string, input: Omit<MoveInput, 'router'>): Promise<void>;
  /** Writes a router's map of what has moved. */
  writeMap(place: RouterPlace): Promise<WrittenMap>;
}

/** Opens this pod and another one for a move, and closes them. */
export type WithPods = <T>(
  input: Pick<MoveInput, 'folder' | 'to'>,
  work: (pods: { source: MovingPod; target: MovingPod }) => Promise<T>,
) => Promise<T>;

export function makeAdministerPods(needs: {
  db: Db;
  directory: Directory | null;
  clock: () => Date;
  sleep: (ms: number) => Promise<void>;
  withPods: WithPods;
  /** Each step of a move. */
  report: (step: string) => void;
}): AdministerPods {
  const { withPods, clock, sleep, report } = needs;
  const directory = () => {
    if (needs.directory) return needs.directory;
    throw new AdminError('There is no directory of pods: set DIRECTORY_URL.');
  };
  const write = async (place: RouterPlace) => writeMap(place, await directory().moves.carriers());
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
    async move(who, { router, settleMs, waitMs, ...input }) {
      const updateRouters = router && (async () => void (await write(router)));
      const more = { directory: directory(), updateRouters, clock, sleep, report };
      return withPods(input, (pods) => known(() => moveAccount({ ...pods, ...more }, who, { settleMs, waitMs })));
    },
    async cancelMove(who, input) {
      const more = { directory: directory(), report };
      await withPods(input, (pods) => known(() => cancelMove({ ...pods, ...more }, who)));
    },
    writeMap: write,
  };
}

/** What the operator can act on. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof MoveError ? new AdminError(error.message) : error;
  }
}
