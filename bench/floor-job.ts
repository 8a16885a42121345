import type { SandboxPlatform } from '../sandbox/sandbox.js';

/** The floor's queue has tables of its own, beside the service's in the same database. */
export const FLOOR_SCHEMA = 'floor';
export const FLOOR_QUEUE = 'publish';

export interface FloorJob {
  platform: SandboxPlatform;
  text: string;
  run: string;
}
