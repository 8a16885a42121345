import { type Command, InvalidArgumentError } from 'commander';
import { isPod } from '../foundation/pod.js';
import type { KeptDirectory } from '../pods/compare-directory.step.js';
import type { WeightedPod } from '../pods/pick-pod.js';
import type { WriteRouterInput, WrittenRouter } from '../pods/write-router.js';
import type { Report } from './report.js';
import type { Terminal } from './terminal.js';

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
    .option('--socket <path>', 'its admin socket', '/run/haproxy/admin.sock')
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
