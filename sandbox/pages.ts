import express, { type Response, type Router } from 'express';

const showOnTimeline = (res: Response, post: unknown) =>
  res.redirect(303, typeof post === 'string' ? `/?post=${encodeURIComponent(post)}` : '/');

/** The addresses people open, of profiles and of posts: they lead to the timeline. */
export function pagesRouter(): Router {
  const router = express.Router();
  router.get(['/fediverse/@:username', '/fediverse/@:username/:id'], (req, res) => {
    showOnTimeline(res, req.params.id);
  });
  router.get(['/skyfeed/profile/:actor', '/skyfeed/profile/:actor/post/:rkey'], (req, res) => {
    showOnTimeline(res, req.params.rkey);
  });
  // Channel names end in "_channel" here, so that they are not mistaken for a wrong address of the Bot API.
  router.get(['/messenger/:channel', '/messenger/:channel/:id'], (req, res, next) => {
    if (String(req.params.channel).endsWith('_channel')) showOnTimeline(res, req.params.id);
    else next();
  });
  return router;
}
