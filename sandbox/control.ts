import express, { type Response, type Router } from 'express';
import { z } from 'zod';
import type { SandboxContext } from './exchange.js';
import { faultSchema } from './faults.js';
import { chosenNumbersSchema } from './numbers.js';
import { presentPost } from './present.js';
import type { StoredPost } from './store.js';
import { timelinePage, timelinePolicy } from './timeline/page.js';
import { sandboxPlatforms } from './types.js';

const platform = z.enum(sandboxPlatforms);

const timelineQuery = z.strictObject({
  platform: platform.optional(),
  accountId: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100_000).default(100),
});
const accountBody = z.strictObject({ platform });
const faultQuery = z.strictObject({ platform: platform.optional(), kind: faultSchema.shape.kind.optional() });

// A reader that does not keep up is disconnected; it reconnects and reads the timeline again.
const eventBacklog = 1_000_000;

/** A post with the time it was last replaced, which the page shows. */
const withUpdate = (post: StoredPost, url: string) => ({ ...presentPost(post, url), updatedAt: post.updatedAt });

/** Returns the parsed input, or responds with 400 and the problems. */
function parse<T>(schema: z.ZodType<T>, input: unknown, res: Response): T | null {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => [...path, message].join(': '));
  res.status(400).json({ error: problems.join('; ') });
  return null;
}

/** The sandbox's own routes: the timeline page, its data, and the switches for faults and numbers. */
export function controlRouter(context: SandboxContext): Router {
  const { store, faults } = context;
  const router = express.Router();
  const json = express.json();

  router.get('/', (_req, res) => {
    res.set('Content-Security-Policy', timelinePolicy).type('html').send(timelinePage(context.demoAccounts));
  });

  router.get('/timeline.json', (req, res) => {
    const query = parse(timelineQuery, req.query, res);
    if (!query) return;
    const wanted = (post: StoredPost) =>
      (query.platform === undefined || post.platform === query.platform) &&
      (query.accountId === undefined || post.accountId === query.accountId);
    const found = [...store.all()].filter(wanted);
    const totals = Object.fromEntries(
      sandboxPlatforms.map((name) => [name, found.filter((post) => post.platform === name).length]),
    );
    const posts = found.slice(-query.limit).reverse();
    res.json({ posts: posts.map((post) => withUpdate(post, context.url)), totals });
  });

  router.get('/events', (_req, res) => events(context, res));

  router.get('/faults', (_req, res) => {
    res.json({ faults: faults.list() });
  });
  router.post('/faults', json, (req, res) => {
    const fault = parse(faultSchema, req.body, res);
    if (!fault) return;
    faults.set(fault);
    res.status(201).json({ faults: faults.list() });
  });
  router.delete('/faults', (req, res) => {
    const query = parse(faultQuery, req.query, res);
    if (!query) return;
    faults.clear(query);
    res.json({ faults: faults.list() });
  });

  router.post('/numbers', json, (req, res) => {
    const chosen = parse(chosenNumbersSchema, req.body, res);
    if (!chosen) return;
    context.numbers.choose(chosen);
    res.status(201).json(chosen);
  });

  router.post('/accounts', json, (req, res) => {
    const body = parse(accountBody, req.body, res);
    if (body) res.status(201).json(context.present(store.createAccount(body.platform)));
  });
  return router;
}

/** Streams every change of the posts and the faults. */
function events(context: SandboxContext, res: Response): void {
  res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  res.flushHeaders();
  const write = (event: string, data: unknown) => {
    if (res.writableLength > eventBacklog) res.destroy();
    else res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  write('faults', context.faults.list());
  const stops = [
    context.store.listen(({ kind, post }) => write(kind, withUpdate(post, context.url))),
    context.faults.listen(() => write('faults', context.faults.list())),
  ];
  const pulse = setInterval(() => res.write(':\n\n'), 15_000);
  res.once('close', () => {
    clearInterval(pulse);
    for (const stop of stops) stop();
  });
}
