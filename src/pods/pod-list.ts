import { isPod } from '../foundation/pod.js';

/** A pod as the router reaches it. */
export interface RoutedPod {
  pod: string;
  /** Of its APIs, `host:port`. */
  addresses: readonly string[];
}

/** Of one pod. */
const MAX_ADDRESSES = 64;
const ADDRESS = /^([\w.-]+|\[[0-9a-f:]+\]):(\d{1,5})$/i;

/** A list of pods that cannot be used; the message names the line. */
export class PodListError extends Error {}

/**
 * Reads a list of pods: a line for each, with its name and the addresses of its APIs (`00 10.0.0.1:4000 10.0.0.2:4000`).
 * `#` begins a comment. The first pod also gets what names a pod that is not on the list.
 */
export function parsePodList(text: string): RoutedPod[] {
  const pods: RoutedPod[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const [pod, ...addresses] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!pod) continue;
    const refuse = (problem: string) => new PodListError(`Line ${index + 1}: ${problem}`);
    if (!isPod(pod)) throw refuse(`${pod} is no pod: write two hexadecimal digits in lower case.`);
    if (pods.some((other) => other.pod === pod)) throw refuse(`pod ${pod} is on the list already.`);
    if (addresses.length === 0) throw refuse(`pod ${pod} has no address.`);
    if (addresses.length > MAX_ADDRESSES) throw refuse(`pod ${pod} has more than ${MAX_ADDRESSES} addresses.`);
    const wrong = addresses.find((address) => !isAddress(address));
    if (wrong !== undefined) throw refuse(`${wrong} is no address of the form host:port.`);
    pods.push({ pod, addresses });
  }
  if (pods.length === 0) throw new PodListError('The list has no pods.');
  return pods;
}

function isAddress(text: string): boolean {
  const port = Number(ADDRESS.exec(text)?.[2]);
  return port >= 1 && port <= 65_535;
}
