import express, { type Router } from 'express';
import type { FakePlatform } from './fake-platform.js';

/** The path of the login page, which no profile has as its name. */
const LOGIN_PAGE = 'oauth';

/** The addresses people open, of profiles and of posts: they lead to the timeline. */
export function pagesRouter(fakePlatforms: readonly FakePlatform[]): Router {
  const router = express.Router();
  for (const { platform, pages } of fakePlatforms) {
    for (const page of pages) {
      router.get(`/${platform}${page}`, (req, res, next) => {
        const { username, post } = req.params as Record<string, unknown>;
        if (username === LOGIN_PAGE) return next();
        res.redirect(303, typeof post === 'string' ? `/?post=${encodeURIComponent(post)}` : '/');
      });
    }
  }
  return router;
}
