import { z } from 'zod';
import { type Fault, faultKinds, type SandboxPlatform, sandboxPlatforms } from './types.js';

/** A fault as another process may request it. */
export const faultSchema = z.strictObject({
  platform: z.enum(sandboxPlatforms),
  kind: z.enum(faultKinds),
  accountId: z.string().min(1).optional(),
  times: z.int().min(0).optional(),
  resetSeconds: z.int().min(0).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  on: z.enum(['publish', 'any']).optional(),
  path: z.string().min(1).optional(),
  answer: z
    .strictObject({
      status: z.int().min(200).max(599),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
    })
    .optional(),
});

/** A fault with its defaults filled in; `times` counts down to the hits that are left. */
type Narrowing = 'accountId' | 'path' | 'answer';
export type ActiveFault = Required<Omit<Fault, Narrowing>> & Pick<Fault, Narrowing>;

/** Whether a call creates a post. */
export type CallKind = 'publish' | 'other';

/** The faults that are switched on. */
export class Faults {
  private active: ActiveFault[] = [];
  private readonly listeners = new Set<() => void>();

  /** Switches a fault on. Setting the same fault again restarts its count. */
  set(fault: Fault): void {
    const next: ActiveFault = { times: 1, resetSeconds: 5, delayMs: 1000, on: 'publish', ...fault };
    const same = (other: ActiveFault) =>
      (['platform', 'kind', 'accountId', 'on', 'path'] as const).every((key) => other[key] === next[key]);
    this.active = [...this.active.filter((other) => !same(other)), next];
    this.changed();
  }

  /** Switches off every fault, or those of one platform and kind. */
  clear(only: { platform?: string; kind?: string } = {}): void {
    this.active = this.active.filter(
      (fault) =>
        (only.platform !== undefined && fault.platform !== only.platform) ||
        (only.kind !== undefined && fault.kind !== only.kind),
    );
    this.changed();
  }

  list(): ActiveFault[] {
    return this.active.map((fault) => ({ ...fault }));
  }

  /** The fault that hits this call, the oldest first; counts the hit. */
  take(platform: SandboxPlatform, accountId: string | null, call: CallKind, path: string): ActiveFault | undefined {
    const hit = this.active.find(
      (fault) =>
        fault.platform === platform &&
        (fault.path === undefined ? fault.on === 'any' || call === 'publish' : path.includes(fault.path)) &&
        (fault.accountId === undefined || fault.accountId === accountId),
    );
    if (hit && hit.times > 0) {
      hit.times -= 1;
      if (hit.times === 0) this.active = this.active.filter((fault) => fault !== hit);
      this.changed();
    }
    return hit;
  }

  /** Calls back at every change. Returns a function that stops it. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
