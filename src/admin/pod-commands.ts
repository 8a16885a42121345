import { type Command, InvalidArgumentError } from 'commander';
import { isPod } from '../foundation/pod.js';
import type { KeptDirectory } from '../pods/compare-directory.step.js';
import type { MovedAccount } from '../pods/move-account.step.js';
import type { WeightedPod } from '../pods/pick-pod.js';
import type { WrittenMap } from '../pods/router-map.js';
import type { WriteRouterInput, WrittenRouter } from '../pods/write-router.js';
import type { Report } from './report.js';
import { type Terminal, WHO } from './terminal.js';

export interface PodCommands {
  writeRouter: (input: WriteRouterInput) => Promise<WrittenRouter>;
}

/** Commands about several installations behind one address (docs/scaling.md). */
export function addPodCommands(
  program: Command,
  { run }: Terminal,
  { pods, print }: { pods: PodCommands; print: (report: Report) => void },
): void {
  const group = program.command('pods').description('Several installations behind one address: docs/scaling.md.');

  group
    .command('config')
    .description('Write the configuration of the router (HAProxy) from a list of pods, and check it.')
    .argument('<list>', 'a file with a line for each pod: its name and the addresses of its APIs')
    .option('--out <folder>', 'where haproxy.cfg and moved.map go', '/etc/haproxy')
    .option('--bind <address>', 'where it listens, as HAProxy’s `bind` has it', ':80')
    .option('--socket <path>', SOCKET.text, SOCKET.path)
    .action(async (list: string, { out, bind, socket }: { out: string; bind: string; socket: string }) => {
      print(reportRouter(await pods.writeRouter({ list, folder: out, bind, socket })));
    });

  group
    .command('register')
    .description('Add this pod and the e-mail addresses of its accounts to the directory. It can be repeated.')
    .option('--weight <number>', 'its share of new accounts, if it is not there yet', parseWeight, 1)
    .action(({ weight }: { weight: number }) =>
      run(async (admin) => reportRegistered(await admin.pods.register(weight))),
    );

  group
    .command('list')
    .description('Show the pods of the directory, and their shares of new accounts.')
    .action(() => run(async (admin) => reportPods(await admin.pods.list())));

  group
    .command('weight')
    .description('Change a pod’s share of new accounts.')
    .argument('<pod>', 'two hexadecimal digits', parsePod)
    .argument('<weight>', `0 (none) to ${MAX_WEIGHT}`, parseWeight)
    .action((pod: string, weight: number) => run(async (admin) => reportPods(await admin.pods.setWeight(pod, weight))));

  group
    .command('move')
    .description(
      'Move an account of this pod to another one, with its managed users. If it is interrupted, repeat it to continue.',
    )
    .argument(...WHO)
    .requiredOption('--to <pod>', 'two hexadecimal digits', parsePod)
    .requiredOption('--pods <folder>', 'the folder with the configuration <pod>.env of each pod')
    .option(
      '--router <folder>',
      'where moved.map of the router on this machine is; without it, run pods map on each router',
    )
    .option('--socket <path>', SOCKET.text, SOCKET.path)
    .option('--settle <seconds>', 'how long requests that began before may take', parseSeconds, 35)
    .option('--wait <seconds>', 'how long to wait for attempts under way', parseSeconds, 300)
    .option('--cancel', 'give up a move that was interrupted: the account stays in this pod', false)
    .addHelpText('after', MOVES)
    .action((who: string, { to, pods: folder, router, socket, settle, wait, cancel }: MoveFlags) =>
      run(async (admin) => {
        if (cancel) {
          await admin.pods.cancelMove(who, { folder, to });
          return { json: { cancelled: true }, text: 'The account stays in this pod.' };
        }
        const place = router === undefined ? null : { folder: router, socket };
        const times = { settleMs: settle * 1000, waitMs: wait * 1000 };
        return reportMoved(await admin.pods.move(who, { folder, to, router: place, ...times }));
      }),
    );

  group
    .command('map')
    .description('Write moved.map of a router on this machine, and give it to HAProxy: what has moved, and where to.')
    .option('--out <folder>', 'where moved.map is', '/etc/haproxy')
    .option('--socket <path>', SOCKET.text, SOCKET.path)
    .action(({ out: folder, socket }: { out: string; socket: string }) =>
      run(async (admin) => reportMap(await admin.pods.writeMap({ folder, socket }))),
    );
}

const SOCKET = { text: 'its admin socket', path: '/run/haproxy/admin.sock' };

const MOVES =
  '\nNothing of the account is published while it moves, and its requests get 503. What falls due goes out in the other pod.';

interface MoveFlags {
  to: string;
  pods: string;
  router?: string;
  socket: string;
  settle: number;
  wait: number;
  cancel: boolean;
}

function parseSeconds(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of seconds.');
}

const MAX_WEIGHT = 1_000;

function parseWeight(text: string): number {
  const weight = Number(text);
  if (/^\d{1,4}$/.test(text) && weight <= MAX_WEIGHT) return weight;
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_WEIGHT}.`);
}

function parsePod(text: string): string {
  if (isPod(text.toLowerCase())) return text.toLowerCase();
  throw new InvalidArgumentError('It must be two hexadecimal digits.');
}

const reportPods = (pods: readonly WeightedPod[]): Report => ({
  json: pods,
  text: pods.map(({ pod, weight }) => `${pod}  weight ${weight}`).join('\n'),
});

const reportRegistered = (kept: KeptDirectory): Report => ({
  json: kept,
  text: [
    `The directory has the addresses of ${kept.accounts} accounts of this pod.`,
    ...kept.conflicts.map((email) => `${email} is in another pod, too: change one of the two addresses.`),
  ].join('\n'),
});

const reportRouter = (written: WrittenRouter): Report => ({
  json: written,
  text: `Wrote ${written.file} for the pods ${written.pods.join(', ')}. ${
    written.checked ? 'HAProxy has checked it.' : 'It is not checked: HAProxy is not installed here.'
  }`,
});

const reportMoved = (moved: MovedAccount): Report => ({
  json: moved,
  text: `The account ${moved.id} (${moved.users} users) is in pod ${moved.target}. ${
    moved.isRemoved
      ? `Nothing of it is left in pod ${moved.source}.`
      : `Run npm run admin -- pods map on each router, then this command again: it removes what is left in pod ${moved.source}.`
  }`,
});

const reportMap = (written: WrittenMap): Report => ({
  json: written,
  text: `Wrote ${written.mapFile} with ${written.entries} entries. ${
    written.applied ? 'HAProxy uses it.' : 'HAProxy does not run here.'
  }`,
});
