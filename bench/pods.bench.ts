import { pino } from 'pino';
import { FIRST_POD, servePod } from '../src/foundation/pod.js';
import { openDirectory } from '../src/pods/directory.js';
import { startRouter } from '../test/pods/router.js';
import { type CostOptions, startInstallation } from './cost.bench.js';
import { processUsage } from './process-usage.js';
import type { Row, Section } from './report.js';
import { createDatabase } from './seed.js';
import { makeTopic } from './topic.js';

const POD = '01';
const ROW_WIDTH = 16;

/** What a post costs on a pod behind HAProxy, with a directory, against a single installation: the same work in turn. */
export const pods = makeTopic<CostOptions>({
  about: 'CPU of a post on a pod behind HAProxy, against a single installation (needs HAProxy)',
  rounds: { full: 5 },
  isComparable: false,
  sizes: { full: { loadMs: 6_000, posts: 1_000 }, quick: { loadMs: 500, posts: 40 } },
  async start(surroundings, options) {
    const alone = await startInstallation(surroundings, options, { name: 'alone' });

    const directoryUrl = await createDatabase((await surroundings.server()).url, 'directory');
    const directory = openDirectory(directoryUrl, { pod: POD, log: pino({ level: 'silent' }) });
    await directory.addPod(1);
    await directory.close();
    let router: Awaited<ReturnType<typeof startRouter>> | undefined;
    // The keys of its people name it.
    servePod(POD);
    const pod = await startInstallation(surroundings, options, {
      name: 'pod',
      env: { POD, DIRECTORY_URL: directoryUrl, TRUSTED_PROXIES: '1' },
      async reach(url) {
        router = await startRouter([{ pod: POD, url }]);
        return router.url;
      },
    });
    servePod(FIRST_POD);

    const contenders = [
      ['one installation', alone],
      ['a pod', pod],
    ] as const;
    let rounds = 0;
    return {
      async round(): Promise<Section[]> {
        rounds += 1;
        const measured = new Map<string, Row[]>();
        const routed = async () => (await processUsage(router?.pid ?? 0))?.cpuSeconds ?? Number.NaN;
        // Each comes first in every second round.
        for (const [name, { measure }] of rounds % 2 ? contenders : contenders.toReversed()) {
          measured.set(name, await measure());
        }
        const rows = contenders.flatMap(([name]) =>
          (measured.get(name) ?? []).map((row) => ({ ...row, name: `${row.name.padEnd(ROW_WIDTH)} ${name}` })),
        );
        const total = (name: string) =>
          (measured.get(name) ?? [])
            .slice(0, 2)
            .flatMap(({ figures }) => Object.entries(figures))
            .reduce((sum, [figure, value]) => sum + (figure.endsWith('ms') ? Number(value) : 0), 0);
        const [one, other] = [total('one installation'), total('a pod')];
        return [
          {
            title: 'What a post costs on a pod',
            rows,
            notes: [`HAProxy used ${(await routed()).toFixed(1)} s since the start.`],
          },
          {
            title: 'A post, created and published: CPU ms of API, worker and Postgres',
            rows: [
              { name: 'one installation', figures: { 'CPU ms': one } },
              { name: 'a pod', figures: { 'CPU ms': other } },
              { name: 'ratio', figures: { 'CPU ms': other / one } },
            ],
            notes: [],
          },
        ];
      },
      async stop() {
        await alone.stop();
        await pod.stop();
        await router?.close();
      },
    };
  },
});
