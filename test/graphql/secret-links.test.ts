/** Secret addresses end when the account that they are about does, also before its rows are removed. */
import { createAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });

const REPORT = 'mutation ($input: CreateReportLinkInput!) { createReportLink(input: $input) { url } }';
const FEED = 'mutation { createCalendarFeed { url } }';
const PAGE =
  'mutation ($input: CreateConnectionPageInput!) { createConnectionPage(input: $input) { connectionPage { url } } }';

/** The addresses of a managed user, by what they open. */
async function newLinks() {
  const owner = await createAccount(db, { workspaceAccess: true });
  const managed = await owner.manage();
  const browser = await owner.session();
  const made = async (query: string, input?: object, headers = {}): Promise<string> => {
    const { data, errors } = await graphql(service, { ...browser, ...headers }, query, { input });
    expect(errors).toBeUndefined();
    const [{ url, connectionPage }] = Object.values<{ url: string; connectionPage?: { url: string } }>(data) as [
      { url: string; connectionPage?: { url: string } },
    ];
    return service.url + new URL(connectionPage?.url ?? url).pathname;
  };
  const as = { 'x-service-user-id': managed };
  const filter = { from: '2026-06-01', to: '2026-07-01' };
  const links = {
    report: await made(REPORT, { filter, name: 'June' }, as),
    calendar: await made(FEED, undefined, as),
    connectionPage: await made(PAGE, { userId: managed }),
  };
  const statuses = async () => {
    const opened = Object.entries(links).map(async ([name, url]) => [name, (await fetch(url)).status]);
    return Object.fromEntries(await Promise.all(opened));
  };
  return { owner, statuses };
}

const OPEN = { report: 200, calendar: 200, connectionPage: 200 };
const CLOSED = { report: 410, calendar: 404, connectionPage: 404 };

test.each(['removal_at', 'deactivated_at'])('a managed user’s links end at the %s of its owner', async (column) => {
  const { owner, statuses } = await newLinks();
  expect(await statuses()).toEqual(OPEN);
  const set = (time: string) => db.query(`UPDATE users SET ${column} = ${time} WHERE id = $1`, [owner.userId]);
  if (column === 'removal_at') {
    await set(`now() + interval '1 day'`);
    expect(await statuses()).toEqual(OPEN);
  }
  await set(`now() - interval '1 minute'`);
  expect(await statuses()).toEqual(CLOSED);
  await set('NULL');
  expect(await statuses()).toEqual(OPEN);
});
