/** The simulated network between workers and platforms: it delays, loses, repeats late, and replaces responses. */
import type { Http, HttpResponse, HttpResult } from '../../src/foundation/http-client/http.js';
import type { Answer, SimulatedPlatform } from './platforms.js';
import type { Process, World } from './world.js';

/** How often something fails; nothing does once the faults have ended. */
export interface NetworkFaults {
  probability: number;
}

/** A request whose first byte left. */
export interface Sent {
  partKey: string;
  at: number;
  process: Process;
  publishes: boolean;
}

export interface NetworkNeeds {
  world: World;
  platforms: ReadonlyMap<string, SimulatedPlatform>;
  requestMs: number;
  /** How long a platform may go on storing after the client has given up. */
  graceMs: number;
  /** Longest time after the grace at which a platform still stores. */
  lateMs: number;
  faults: NetworkFaults;
  /** A name of the part that every run of the seed gives it. */
  nameOf: (partKey: string) => string;
  onSent: (sent: Sent) => void;
}

/**
 * lost before   the request is lost; lost after: the response
 * error before  an error of a proxy in place of the platform; error after: in place of its response
 * odd before    a response that is not the platform's own, in its place; odd after: in place of its response
 * garbage       the response is unreadable
 * limited       the platform rate-limits the account; refused: it refuses the content
 * late          the platform stores after the client has given up
 * early         the connection breaks early, and the platform stores as late as ever
 */
const FAULTS = [
  'unreachable',
  'lost before',
  'lost after',
  'error before',
  'error after',
  'odd before',
  'odd after',
  'garbage',
  'limited',
  'refused',
  'late',
  'early',
] as const;
type Fault = (typeof FAULTS)[number] | 'none';

/** Only a request that publishes can be refused for its content, or be stored late. */
const OF_PUBLISHING: ReadonlySet<Fault> = new Set(['refused', 'late', 'early']);

const PAGE = '<!doctype html><title>Sorry</title>';

/** The client of one process. */
export function connect(needs: NetworkNeeds, process: Process, clock: () => Date): Http {
  const { world, requestMs } = needs;
  return (request) =>
    new Promise<HttpResult>((resolve) => {
      const platform = needs.platforms.get(new URL(request.url).host);
      const publishes = request.publishes === true;
      const partKey = request.headers?.['x-part'] ?? '';
      const name = needs.nameOf(partKey);
      const random = world.stream(`${publishes ? 'publish' : request.method} ${name}`);
      let fault: Fault = random.chance(needs.faults.probability) ? random.pick(FAULTS) : 'none';
      if (OF_PUBLISHING.has(fault) && !publishes) fault = request.method === 'GET' ? 'garbage' : 'error before';
      const what = `${request.method} ${request.url.replace(partKey, name)} for ${name}`;
      let isOver = false;
      const settle = (result: HttpResult) => {
        const { kind } = result;
        const outcome = kind === 'answer' ? `${result.status} ${result.text}` : `${result.cause}, sent: ${result.sent}`;
        world.note(`${process.name} ${what}: ${kind} ${outcome}`);
        isOver = true;
        resolve(result);
      };
      const respond = (response: Omit<HttpResponse, 'kind' | 'receivedAt'>) =>
        world.after(random.between(1, 200), process, () => {
          if (isOver) return;
          const date = new Date(platform?.clock(world.now) ?? world.now).toUTCString();
          settle({ kind: 'answer', ...response, headers: { date, ...response.headers }, receivedAt: clock() });
        });
      const answer = ({ status, body }: Answer, headers: Record<string, string> = {}) =>
        respond({ status, headers: { ...JSON_TYPE, ...headers }, text: JSON.stringify(body), json: body });
      const page = (status: number) =>
        respond({ status, headers: { 'content-type': 'text/html' }, text: PAGE, json: undefined });
      const lose = (cause: 'timeout' | 'network', sent: boolean) => {
        if (!isOver) settle({ kind: 'lost', sent, cause, message: 'the simulation lost it' });
      };
      if (fault === 'unreachable' || !platform) {
        world.after(random.between(1, 2_000), process, () => lose('network', false));
        return;
      }
      // The connection exists, and the first byte is about to be sent.
      world.after(random.between(1, 50), process, () => {
        if (request.mayLeave?.() === false) return lose('network', false);
        needs.onSent({ partKey, at: world.now, process, publishes });
        if (publishes) world.note(`${process.name} sends ${what} (${fault})`);
        world.after(requestMs, process, () => lose('timeout', true));
        const store = () => platform.handle(request, world.now);
        const onTheWay = random.between(1, 300);
        /** Stores the post after a delay that the client does not see. */
        const storeLater = (afterMs: number) => world.after(afterMs, null, () => void store());
        switch (fault) {
          case 'lost before':
            if (random.chance(0.5)) world.after(onTheWay, process, () => lose('network', true));
            return;
          case 'late':
            return storeLater(requestMs + random.between(0, needs.graceMs + needs.lateMs));
          case 'early':
            world.after(random.between(50, 150), process, () => lose('network', true));
            return storeLater(random.between(0, requestMs + needs.graceMs));
          case 'error before':
            return world.after(onTheWay, null, () => answer({ status: 503, body: {} }));
          case 'odd before':
            return world.after(onTheWay, null, () => page(random.pick(ODD)));
          case 'limited': {
            const headers = { 'retry-after': random.pick(['0', '1', '60', ''] as const) };
            return world.after(onTheWay, null, () => answer({ status: 429, body: { error: 'slow_down' } }, headers));
          }
          case 'refused':
            return world.after(onTheWay, null, () => answer({ status: 400, body: { error: 'refused' } }));
          default:
            world.after(onTheWay, null, () => {
              const given = store();
              if (fault === 'none') return answer(given);
              if (fault === 'error after') return answer({ status: 502, body: {} });
              if (fault === 'odd after') return page(random.pick(ODD));
              if (fault === 'garbage') return page(200);
              if (random.chance(0.5)) world.after(random.between(1, 300), process, () => lose('network', true));
            });
        }
      });
    });
}

/** Statuses of proxies and firewalls. */
const ODD = [404, 418, 999] as const;

const JSON_TYPE = { 'content-type': 'application/json' };
