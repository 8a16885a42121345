import { finishTexts } from '../domain/additions/finish-texts.step.js';
import { makeRequestFeed } from '../domain/feeds/feed-source.io.js';
import { makeFetchFeed } from '../domain/feeds/fetch-feed.use-case.js';
import { makePostEntries } from '../domain/feeds/post-entries.use-case.js';
import type { CreatePostGroup } from '../domain/posts/create-post-group.use-case.js';
import { openWebClient } from '../foundation/http-client/web-client.js';
import type { Parts } from './parts.js';

/** What fetches feeds, for both roles: the worker when they are due, the API on request. */
export function makeFeeds(
  { config, db, transaction, clock, random, pause, log, onStop }: Parts,
  createPostGroup: CreatePostGroup,
) {
  const web = openWebClient({ allowPrivate: config.privateAddresses.has('feeds'), purpose: 'feeds of its users' });
  onStop('the requests for feeds', web.close);
  const requestFeed = makeRequestFeed({ requestWeb: web.requestWeb, clock });
  const confirmEmail = config.mail.smtpUrl !== null;
  const postEntries = makePostEntries({
    db,
    clock,
    createPostGroup,
    finishTexts,
    confirmEmail,
    isPaused: () => pause.current() !== null,
    log,
  });
  return { requestFeed, fetchFeed: makeFetchFeed({ db, transaction, clock, random, requestFeed, postEntries }) };
}
