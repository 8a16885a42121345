/**
 * A delay that is a fifth shorter to a fifth longer: what failed together is not tried again in the same moment.
 * `random` is 0 to 1.
 */
export const withJitter = (delayMs: number, random: number): number => delayMs * (0.8 + 0.4 * random);
