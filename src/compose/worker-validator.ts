import { finishTexts } from '../domain/additions/finish-texts.step.js';
import { makeFinalTexts } from '../domain/validation/final-texts.step.js';
import { makeValidator, type Validator } from '../domain/validation/validator.step.js';
import { makeCpuQueue } from '../foundation/concurrency/cpu-queue.js';
import type { WorkerParts } from './worker-parts.js';

/** Validates the posts that a worker creates. */
export function makeWorkerValidator({ config, platformDirectory, clock, log }: WorkerParts): Validator {
  const cpuQueue = makeCpuQueue();
  return makeValidator({
    finalTexts: makeFinalTexts({ finishTexts, cpuQueue, clock }),
    blocks: config.blocks,
    isApproved: (platform) => platformDirectory(platform)?.isApproved ?? true,
    cpuQueue,
    log,
  });
}
