/** The simulated network between workers and platforms: it delays, loses, and lets answers be lost. */
import type { Http, HttpResult } from '../../src/foundation/http-client/http.js';
import { type Answer, answerAt, type SimulatedPlatform } from './platforms.js';
import type { Process, World } from './world.js';

/** How often something fails; nothing does once the faults have ended. */
export interface NetworkFaults {
  probability: number;
}

/** A publishing request whose first byte left. */
export interface Sent {
  partKey: string;
  at: number;
  process: Process;
}

export interface NetworkNeeds {
  world: World;
  platforms: ReadonlyMap<string, SimulatedPlatform>;
  requestMs: number;
  /** How long a platform may go on storing after the client has given up, and then some: see `late`. */
  graceMs: number;
  /** Longest time after the grace at which a platform still stores. */
  lateMs: number;
  faults: NetworkFaults;
  onSent: (sent: Sent) => void;
}

type Fault =
  | 'none'
  | 'unreachable'
  | 'lost before'
  | 'lost after'
  | 'error before'
  | 'error after'
  | 'garbage'
  | 'limited'
  | 'refused'
  | 'late';

const FAULTS: readonly [Fault, ...Fault[]] = [
  'unreachable',
  'lost before',
  'lost after',
  'error before',
  'error after',
  'garbage',
  'limited',
  'refused',
  'late',
];

/** The client of one process. */
export function connect(needs: NetworkNeeds, process: Process, clock: () => Date): Http {
  const { world, requestMs } = needs;
  const { random } = world;
  return (request) =>
    new Promise<HttpResult>((resolve) => {
      const platform = needs.platforms.get(new URL(request.url).host);
      const publishes = isPublishing(request.method, request.url);
      const isRead = request.method === 'GET';
      let fault: Fault = random.chance(needs.faults.probability) ? random.pick(FAULTS) : 'none';
      // Only what publishes can be refused for its content, or be stored late.
      if ((fault === 'refused' || fault === 'late') && !publishes) fault = isRead ? 'garbage' : 'error before';
      let isOver = false;
      const settle = (result: HttpResult) => {
        const { kind } = result;
        const what = kind === 'answer' ? `${result.status} ${result.text}` : `${result.cause}, sent: ${result.sent}`;
        world.note(
          `${process.name} ${request.method} ${request.url} for ${request.headers?.['x-part']}: ${kind} ${what}`,
        );
        isOver = true;
        resolve(result);
      };
      const answer = (given: Answer, retryAfter?: string) =>
        world.after(random.between(1, 200), process, () => {
          if (!isOver) settle(answerAt(given, world.now, clock(), retryAfter));
        });
      const lose = (cause: 'timeout' | 'network', sent: boolean) => {
        if (!isOver) settle({ kind: 'lost', sent, cause, message: 'the simulation lost it' });
      };
      if (fault === 'unreachable' || !platform) {
        world.after(random.between(1, 2_000), process, () => lose('network', false));
        return;
      }
      // The connection stands, and the first byte is about to be sent.
      world.after(random.between(1, 50), process, () => {
        if (request.mayLeave?.() === false) return lose('network', false);
        if (publishes) {
          needs.onSent({ partKey: request.headers?.['x-part'] ?? '', at: world.now, process });
          world.note(
            `${process.name} sends ${request.method} ${request.url} for ${request.headers?.['x-part']} (${fault})`,
          );
        }
        world.after(requestMs, process, () => lose('timeout', true));
        const store = () => platform.handle(request, world.now);
        const onTheWay = random.between(1, 300);
        switch (fault) {
          case 'lost before':
            if (random.chance(0.5)) world.after(onTheWay, process, () => lose('network', true));
            return;
          case 'late': {
            const at = requestMs + random.between(0, needs.graceMs + needs.lateMs);
            world.after(at, null, store);
            return;
          }
          case 'error before':
            world.after(onTheWay, null, () => answer({ status: 503, body: {} }));
            return;
          case 'limited':
            world.after(onTheWay, null, () =>
              answer({ status: 429, body: { error: 'slow_down' } }, random.pick(['0', '1', '60', ''] as const)),
            );
            return;
          case 'refused':
            world.after(onTheWay, null, () => answer({ status: 400, body: { error: 'refused' } }));
            return;
          default:
            world.after(onTheWay, null, () => {
              const given = store();
              if (fault === 'none') return answer(given);
              if (fault === 'error after') return answer({ status: 502, body: {} });
              if (fault === 'garbage') return answer({ status: 200, body: '<html>' });
              if (random.chance(0.5)) world.after(random.between(1, 300), process, () => lose('network', true));
            });
        }
      });
    });
}

/** The requests that make a post live. */
const isPublishing = (method: string, url: string): boolean =>
  method !== 'GET' && /^\/(posts|keyed)\b/.test(new URL(url).pathname);
