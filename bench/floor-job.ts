import type { SandboxPlatform } from '../sandbox/sandbox.js';

/** The floor's queue uses separate tables in the service's database. */
export const FLOOR_SCHEMA = 'floor';
export const FLOOR_QUEUE = 'publish';

export interface FloorJob {
  platform: SandboxPlatform;
  text: string;
  run: string;
}
