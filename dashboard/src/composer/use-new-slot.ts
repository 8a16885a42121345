import { useCallback, useEffect, useState } from 'react';
import { keptNewSlots, makeNewSlot } from './kept-drafts.js';

export interface NewSlot {
  slot: string;
  /** Those of other new posts that no window has open. */
  others: string[];
  /** Writes on with another one. */
  take: (slot: string) => void;
}

/** What this window had before it was reloaded. A copy of the window has the name, too, and not the lock. */
const OWN = 'composer-slot';
/** The page before may not have released it yet. */
const RELEASED_WITHIN_MS = 500;

/**
 * The slot of the new post that this window writes. A window locks its slot: two that had the same one would each post
 * what is in it. It goes on with its own, or with the latest that no window has; null until that is known.
 */
export function useNewSlot(viewerId: string): NewSlot | null {
  const [held, setHeld] = useState<Omit<NewSlot, 'take'> | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void hold(viewerId, wanted, leaving.signal).then((slot) => {
      if (!leaving.signal.aborted) setHeld(slot);
    });
    return () => leaving.abort();
  }, [viewerId, wanted]);
  const take = useCallback((slot: string) => {
    setHeld(null);
    setWanted(slot);
  }, []);
  return held && { ...held, take };
}

async function hold(viewerId: string, wanted: string | null, until: AbortSignal): Promise<Omit<NewSlot, 'take'>> {
  const kept = keptNewSlots(viewerId);
  const own = wanted ?? readOwn(viewerId);
  // Without locks, as over plain HTTP, another window may have any of them open.
  const free = 'locks' in navigator ? kept : [];
  for (const candidate of [...(own === null ? [] : [own]), ...free.filter((slot) => slot !== own)]) {
    if (await lock(candidate, until, candidate === own ? RELEASED_WITHIN_MS : 0)) return holding(candidate, kept);
  }
  const fresh = makeNewSlot(viewerId);
  await lock(fresh, until, 0);
  return holding(fresh, kept);
}

async function holding(slot: string, kept: string[]): Promise<Omit<NewSlot, 'take'>> {
  writeOwn(slot);
  const locks = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []) : [];
  const open = new Set(locks.map(({ name }) => name));
  return { slot, others: kept.filter((other) => other !== slot && !open.has(other)) };
}

/** Whether this window has the lock now; it keeps it until then. */
const lock = (name: string, until: AbortSignal, withinMs: number): Promise<boolean> =>
  'locks' in navigator
    ? new Promise((resolve) => {
        const released = new Promise<void>((release) => {
          if (until.aborted) release();
          until.addEventListener('abort', () => release(), { once: true });
        });
        const options = withinMs > 0 ? { signal: AbortSignal.timeout(withinMs) } : { ifAvailable: true };
        navigator.locks
          .request(name, options, (granted) => {
            resolve(granted !== null);
            return granted ? released : undefined;
          })
          .catch(() => resolve(false));
      })
    : Promise.resolve(true);

function readOwn(viewerId: string): string | null {
  try {
    const own = sessionStorage.getItem(OWN);
    return own?.startsWith(`composer:${viewerId}:new:`) ? own : null;
  } catch {
    return null;
  }
}

/** The next new post of this window is the one in this slot. */
export const continueWith = (slot: string): void => writeOwn(slot);

function writeOwn(slot: string): void {
  try {
    sessionStorage.setItem(OWN, slot);
  } catch {
    // Reloaded, the window begins another post, and offers this one.
  }
}
