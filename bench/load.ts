import { Pool } from 'undici';
import { percentile } from './statistics.js';

/** A request that is sent over and over. */
export interface Shot {
  origin: string;
  path: string;
  /** Of the next request. */
  headers: () => Record<string, string>;
  /** Of a POST; a request without one is a GET. */
  body?: string;
  /** What a good answer has in it. */
  good: string;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
}

/** Keeps `connections` requests under way for a while, each on a connection that stays open. */
export async function load(shot: Shot, connections: number, durationMs: number): Promise<LoadResult> {
  const pool = new Pool(shot.origin, { connections, pipelining: 1 });
  const latencies: number[] = [];
  const began = performance.now();
  const end = began + durationMs;
  const caller = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      await send(pool, shot);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return {
    perSecond: latencies.length / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    requests: latencies.length,
  };
}

/** Sends a request so many times, over connections that stay open. */
export async function sendTimes(shot: Shot, connections: number, times: number): Promise<void> {
  const pool = new Pool(shot.origin, { connections, pipelining: 1 });
  let left = times;
  const caller = async () => {
    for (; left > 0; await send(pool, shot)) left -= 1;
  };
  await Promise.all(Array.from({ length: connections }, caller));
  await pool.close();
}

/** Sends a request once; anything but a good answer ends the bench. */
export async function send(pool: Pool, { path, headers, body, good }: Omit<Shot, 'origin'>): Promise<void> {
  const answer = await pool.request({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body ?? null,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200 || !text.includes(good)) {
    throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  }
}
