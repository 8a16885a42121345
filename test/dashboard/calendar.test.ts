import { now } from '../live/support.js';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { insertConnections } from '../support/plan-usage.js';
import { card, chooseZone, day, event, hour, openFilters, useCalendar, view } from './calendar-support.js';

const { db, userId, targets, connect, schedule, update, remove, open } = await useCalendar();

test('a month, a week, a day and a list show the posts at their times; a day leads to its hours', async () => {
  const id = await schedule('Spring sale', '2035-03-14T09:30:00Z');
  await schedule('Summer party', '2035-07-14T09:30:00Z');
  const page = await open('/calendar?date=2035-03-20');
  await event(page, 'Scheduled 10:30 AM Spring sale Fediverse and Skyfeed').waitFor();
  await page.getByText('March 2035').waitFor();
  await view(page, 'Week');
  await page.getByText('Mar 18 – 24, 2035').waitFor();
  await event(page, 'Spring sale').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Previous week' }).click();
  await event(page, 'Scheduled 10:30 AM Spring sale').waitFor();
  await day(page, 'Wed 14').click();
  await hour(page, '2035-03-14 10:00').waitFor();
  await view(page, 'Month');
  await day(page, 'March 14, 2035').click();
  await hour(page, '2035-03-14 10:00').waitFor();
  await view(page, 'List');
  await page.getByRole('region', { name: 'Wednesday, March 14, 2035' }).getByRole('button').waitFor();
  await page.reload();
  await event(page, 'Scheduled 10:30 AM Spring sale').click();
  await card(page).getByRole('link', { name: 'Open' }).click();
  await page.waitForURL(`**/posts/${id}`);
});

test('what happens elsewhere is seen here: another time, a draft, a new post that goes out', async () => {
  const id = await schedule('Spring sale', '2035-03-14T09:30:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await event(page, 'Scheduled 10:30 AM Spring sale').waitFor();
  const other = await open('/calendar?view=week&date=2035-03-14');
  await event(other, 'Spring sale').dragTo(hour(other, '2035-03-15 13:00'), { targetPosition: { x: 20, y: 3 } });
  await event(page, 'Scheduled 1:00 PM Spring sale').waitFor();
  await update(id, { status: 'DRAFT' });
  await event(page, 'Draft 1:00 PM Spring sale').waitFor();
  await update(id, { content: 'Winter sale' });
  await event(page, 'Draft 1:00 PM Winter sale').waitFor();
  await remove(id);
  await event(page, 'Winter sale').waitFor({ state: 'detached' });

  // Of a day, the post would be missing after midnight.
  const today = await open('/calendar?view=list');
  await today.getByText('0 posts').waitFor();
  await schedule('Out it goes', now());
  await event(today, /Published \d+:\d\d [AP]M Out it goes/).waitFor();
});

test('an account, a platform and a status narrow the calendar, and its address brings it back', async () => {
  const [fediverse, skyfeed] = targets();
  await schedule('For both', '2035-03-14T09:30:00Z');
  await schedule('For one', '2035-03-15T09:30:00Z', { platformIds: [fediverse] });
  const draft = await schedule('For later', '2035-03-16T09:30:00Z', { platformIds: [skyfeed] });
  await update(draft, { status: 'DRAFT' });
  const page = await open('/calendar?date=2035-03-14');
  await page.getByText('3 posts').waitFor();

  await openFilters(page);
  await page.getByRole('combobox', { name: 'Platforms' }).click();
  await page.getByRole('option', { name: 'Fediverse' }).click();
  await event(page, 'For later').waitFor({ state: 'detached' });
  await page.getByText('2 posts').waitFor();
  await page.getByRole('combobox', { name: 'Accounts' }).click();
  await page.getByRole('option', { name: 'Skyfeed' }).click();
  await event(page, 'For one').waitFor({ state: 'detached' });
  await event(page, 'For both').waitFor();
  await page.getByRole('button', { name: 'Filters (2)' }).waitFor();

  await page.goto(`/calendar?date=2035-03-14&accounts=${JSON.stringify([skyfeed])}`);
  await page.getByText('2 posts').waitFor();
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Draft' }).click();
  await event(page, 'For both').waitFor({ state: 'detached' });
  await page.reload();
  await event(page, 'Draft 10:30 AM For later').waitFor();
  await page.getByText('1 post', { exact: true }).waitFor();
});

test('without an address, the last view, day and filters come back, and an address takes precedence', async () => {
  const page = await open('/calendar?view=week&date=2035-03-14');
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByText('Mar 18 – 24, 2035').waitFor();
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Platforms' }).click();
  await page.getByRole('option', { name: 'Fediverse' }).click();
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  await page.goto('/posts');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByText('Mar 18 – 24, 2035').waitFor();
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  await page.goto('/calendar?view=month&date=2035-05-01');
  await page.getByText('May 2035').waitFor();
  await page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
});

test('an account after the first hundred can be chosen', async () => {
  await insertConnections(db, userId(), 120);
  const { username } = await connect();
  const page = await open('/calendar?date=2035-03-14');
  await openFilters(page);
  const choice = page.getByRole('combobox', { name: 'Accounts' });
  await choice.click();
  await choice.fill(username);
  await page.getByRole('option', { name: `Threadtalk @${username}` }).click();
  await page.waitForURL(/accounts=/);
});

test('another time zone shows other hours, here and on the other pages, until another one is chosen', async () => {
  await schedule('Spring sale', '2035-03-14T15:30:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await event(page, '4:30 PM Spring sale').waitFor();
  await chooseZone(page, 'Asia/Tokyo');
  await event(page, '12:30 AM Spring sale').waitFor();
  await page.reload();
  await event(page, '12:30 AM Spring sale').click();
  await card(page).getByText('Thursday, March 15, 2035 at 12:30 AM').waitFor();
});

test('of more posts than a calendar can show, it says how many there are and until when it shows them', async () => {
  const id = await schedule('One of many', '2035-03-14T09:00:00Z');
  const columns = `user_id, content, status, processing_status, platform_settings, created_at, updated_at`;
  await db.query(
    `INSERT INTO post_groups (id, scheduled_time, ${columns})
     SELECT left(md5(id || n), 24), scheduled_time + n * interval '10 minutes', ${columns}
     FROM post_groups, generate_series(1, 600) AS n WHERE id = $1`,
    [id],
  );
  const page = await open('/calendar?date=2035-03-14');
  await page.getByText('The first 500 of 601 posts. Those after Mar 17, 2035, 9:10 PM are not shown').waitFor();
  await page
    .getByRole('button', { name: /^\+14\d more$/ })
    .first()
    .waitFor();
  await page.goto('/calendar?view=day&date=2035-03-18');
  await page.getByText('85 posts').waitFor();
});

test('the posts of a month, with their platforms and pictures, cost at most 500 points', async () => {
  const page = await open('/calendar?date=2035-03-14');
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.request().postData()?.includes('query Calendar(') ?? false),
    page.getByRole('button', { name: 'Next month' }).click(),
  ]);
  expect((await response.json()).extensions.cost.requested).toBeLessThanOrEqual(500);
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  await schedule('Spring sale', '2035-03-14T09:30:00Z');
  for (let i = 0; i < 5; i++) await schedule(`Many posts of a day ${i}`, `2035-03-20T0${i}:30:00Z`);
  const page = await open('/calendar?date=2035-03-14', { width });
  for (const shown of ['month', 'week', 'day', 'list']) {
    await page.goto(`/calendar?date=2035-03-14&view=${shown}`);
    await page.getByText('Spring sale').first().waitFor();
    await expectAccessible(page);
  }
});
