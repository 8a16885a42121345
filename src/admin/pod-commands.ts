import type { Command } from 'commander';
import type { WriteRouterInput, WrittenRouter } from '../pods/write-router.js';
import type { Report } from './report.js';

export interface PodCommands {
  writeRouter: (input: WriteRouterInput) => Promise<WrittenRouter>;
}

/** Commands about several installations behind one address (docs/scaling.md). */
export function addPodCommands(
  program: Command,
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
}

const reportRouter = (written: WrittenRouter): Report => ({
  json: written,
  text: `Wrote ${written.file} for the pods ${written.pods.join(', ')}. ${
    written.checked ? 'HAProxy has checked it.' : 'It is not checked: HAProxy is not installed here.'
  }`,
});
