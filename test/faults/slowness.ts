/** How slow the machine is now. */

const ITERATIONS = 5e7;
/** So long they take where the suite was written. */
const USUAL_MS = 100;
const MOST = 10;

/** How many times longer than usual a computation takes: 1 to 10. */
export function slowness(): number {
  const began = performance.now();
  let sum = 0;
  for (let index = 0; index < ITERATIONS; index++) sum += index;
  const tookMs = performance.now() - began;
  return sum > 0 ? Math.min(MOST, Math.max(1, tookMs / USUAL_MS)) : 1;
}
