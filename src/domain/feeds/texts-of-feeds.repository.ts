import type { Db } from '../../foundation/database/unit-of-work.js';
import { connectionsById } from '../accounts/connection.repository.js';
import type { SavedText, TextsInScope } from '../additions/saved-texts.port.js';
import { ALL_ADDITIONS } from '../posts/state/additions.js';
import { parseTargets } from '../posts/state/targets.js';
import { entryText } from './entry-text.js';
import { type Feed, feedsOfUser } from './feed.repository.js';

/** An entry of which nothing is left but the link: all else is shortened. */
const shortest = ({ template, url }: Feed): string =>
  entryText(
    template,
    { title: '', link: url, summary: '', author: '', categories: [], image: null, publishedAt: null },
    null,
  );

/** The shortest texts of feeds that fill a queue. */
export async function* textsOfFeeds(db: Db, { userId, scope }: TextsInScope): AsyncGenerator<SavedText[]> {
  const { platform: onPlatform, connectionId } = scope;
  const [connection] = connectionId === null ? [] : await connectionsById(db, [connectionId]);
  for (const feed of await feedsOfUser(db, userId)) {
    const { id, platformIds, schedule, nextFetchAt: at } = feed;
    const text = shortest(feed);
    const targets = schedule === null ? [] : parseTargets(platformIds);
    yield targets
      .filter(({ platform }) => onPlatform === null || platform === onPlatform)
      .filter(({ platformId }) => connectionId === null || platformId === connection?.platformId)
      .map(({ platform, platformId }) => ({
        ...{ kind: 'feed', id, platform, platformId, text, settings: {}, at },
        ...ALL_ADDITIONS,
      }));
  }
}
