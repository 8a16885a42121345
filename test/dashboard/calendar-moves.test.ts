import { eventually } from '../support/eventually.js';
import { card, chooseZone, day, event, hour, useCalendar } from './calendar-support.js';

const { db, schedule, update, open } = await useCalendar();

const timeOf = async (id: string) => {
  const [row] = await db.query<{ at: Date }>('SELECT scheduled_time AS at FROM post_groups WHERE id = $1', [id]);
  return row?.at.toISOString();
};
const expectTime = (id: string, expected: string) =>
  eventually(async () => (await timeOf(id)) === expected || undefined);
/** Just below the line at which the hour begins. */
const ONTO_HOUR = { targetPosition: { x: 20, y: 3 } };

test('a post that is dragged to an hour goes out at that hour, and undo puts it back to the minute', async () => {
  const id = await schedule('Drag me', '2035-03-14T09:37:00Z');
  const page = await open('/calendar?view=week&date=2035-03-14');
  await event(page, 'Drag me').dragTo(hour(page, '2035-03-15 13:00'), ONTO_HOUR);
  await page.getByText('Moved to Mar 15, 2035, 1:00 PM').waitFor();
  await event(page, '1:00 PM Drag me').waitFor();
  await expectTime(id, '2035-03-15T12:00:00.000Z');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Moved to Mar 14, 2035, 10:37 AM').waitFor();
  await event(page, '10:37 AM Drag me').waitFor();
  expect(await timeOf(id)).toBe('2035-03-14T09:37:00.000Z');
});

test('of a post that was moved twice, the last move is undone', async () => {
  const id = await schedule('Drag me', '2035-03-14T09:37:00Z');
  const page = await open('/calendar?view=week&date=2035-03-14');
  await event(page, 'Drag me').dragTo(hour(page, '2035-03-15 13:00'), ONTO_HOUR);
  await page.getByText('Moved to Mar 15, 2035, 1:00 PM').waitFor();
  await event(page, 'Drag me').dragTo(hour(page, '2035-03-16 14:00'), ONTO_HOUR);
  await page.getByText('Moved to Mar 16, 2035, 2:00 PM').waitFor();
  await page.getByText('Moved to Mar 15').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Moved to Mar 15, 2035, 1:00 PM').waitFor();
  await expectTime(id, '2035-03-15T12:00:00.000Z');
});

test('a draft that is dragged stays a draft', async () => {
  const id = await schedule('Only an idea', '2035-03-14T09:30:00Z');
  await update(id, { status: 'DRAFT' });
  const page = await open('/calendar?date=2035-03-14');
  await event(page, 'Draft 10:30 AM Only an idea').dragTo(day(page, 'March 16, 2035'));
  await page.getByText('Moved to Mar 16').waitFor();
  await event(page, 'Draft 10:30 AM Only an idea').waitFor();
  await expectTime(id, '2035-03-16T09:30:00.000Z');
  expect(await db.query('SELECT status FROM post_groups WHERE id = $1', [id])).toEqual([{ status: 'draft' }]);
});

test('dragged over a change of the clocks, a post keeps its hour: in New York from winter to summer, and back', async () => {
  const spring = await schedule('Spring', '2035-03-10T14:07:00Z');
  const autumn = await schedule('Autumn', '2035-11-03T13:07:00Z');
  const page = await open('/calendar?date=2035-03-10');
  await chooseZone(page, 'America/New_York');
  await event(page, '9:07 AM Spring').dragTo(day(page, 'March 12, 2035'));
  await page.getByText('Moved to Mar 12, 2035, 9:07 AM').waitFor();
  await expectTime(spring, '2035-03-12T13:07:00.000Z');
  await page.goto('/calendar?date=2035-11-03');
  await event(page, '9:07 AM Autumn').dragTo(day(page, 'November 5, 2035'));
  await page.getByText('Moved to Nov 5, 2035, 9:07 AM').waitFor();
  await expectTime(autumn, '2035-11-05T14:07:00.000Z');
});

test('on a day of 23 hours a post is in its hour, and is dragged to what exists in the zone though not in the browser', async () => {
  // In Vienna the clocks go from 2:00 to 3:00 on that day; in Tokyo they do not.
  const id = await schedule('Short day', '2035-03-25T08:00:00Z');
  const page = await open('/calendar?view=day&date=2035-03-25');
  const inHour = async (name: string, start: string) => {
    const [box, slot] = [await event(page, name).boundingBox(), await hour(page, start).boundingBox()];
    expect(Math.abs((box?.y ?? 0) - (slot?.y ?? 99))).toBeLessThan(4);
  };
  await event(page, '10:00 AM Short day').waitFor();
  await inHour('10:00 AM Short day', '2035-03-25 10:00');
  await chooseZone(page, 'Asia/Tokyo');
  await event(page, '5:00 PM Short day').waitFor();
  await inHour('5:00 PM Short day', '2035-03-25 17:00');
  await update(id, { scheduledTime: '2035-03-24T19:00:00Z' });
  await event(page, '4:00 AM Short day').dragTo(hour(page, '2035-03-25 02:00'), ONTO_HOUR);
  await page.getByText('Moved to Mar 25, 2035, 2:00 AM').waitFor();
  await expectTime(id, '2035-03-24T17:00:00.000Z');
});

test('a move to a time that has passed is refused in words, and changes nothing', async () => {
  const id = await schedule('Overdue', '2035-03-14T09:30:00Z');
  // The jobs keep their time, so that nothing is published.
  await db.query(`UPDATE post_groups SET scheduled_time = '2024-03-14T09:30:00Z' WHERE id = $1`, [id]);
  const page = await open('/calendar?date=2024-03-14');
  await event(page, 'Overdue').dragTo(day(page, 'March 16, 2024'));
  await page.getByRole('alert').getByText('This time has passed').waitFor();
  const [box, cell] = [await event(page, 'Overdue').boundingBox(), await day(page, 'March 14, 2024').boundingBox()];
  expect(Math.abs((box?.x ?? 0) - (cell?.x ?? 99))).toBeLessThan(10);
  expect(await timeOf(id)).toBe('2024-03-14T09:30:00.000Z');
});

test('a move that the service refuses says why, and the post is back where it was', async () => {
  const id = await schedule('Contested', '2035-03-14T09:30:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await event(page, 'Contested').waitFor();
  // While the move is on its way, so that the page cannot know.
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('updatePost')) {
      await db.query(`UPDATE post_groups SET updated_at = updated_at + interval '1 minute' WHERE id = $1`, [id]);
    }
    await route.continue();
  });
  await event(page, 'Contested').dragTo(day(page, 'March 16, 2035'));
  await page.getByRole('alert').getByText('read it again before you update it').waitFor();
  const cell = await day(page, 'March 14, 2035').boundingBox();
  await eventually(async () => {
    const box = await event(page, 'Contested').boundingBox();
    return Math.abs((box?.x ?? 0) - (cell?.x ?? 99)) < 10 || undefined;
  });
  expect(await timeOf(id)).toBe('2035-03-14T09:30:00.000Z');
});

test('a post is rescheduled with the keyboard alone', async () => {
  const id = await schedule('By keys', '2035-03-14T09:30:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await event(page, 'By keys').press('r');
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabel('Time', { exact: true }).press('Enter');
  await page.getByRole('button', { name: '17 March 2035' }).press('Enter');
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await dialog.getByRole('button', { name: 'Schedule' }).press('Enter');
  await page.getByText('Moved to Mar 17, 2035, 10:30 AM').waitFor();
  await expectTime(id, '2035-03-17T09:30:00.000Z');
});

test('the card of a post has its text and accounts, and moves and deletes it', async () => {
  const id = await schedule('With a card', '2035-03-14T09:30:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await event(page, 'With a card').click();
  await card(page).getByText('Wednesday, March 14, 2035 at 10:30 AM').waitFor();
  await card(page)
    .getByRole('img', { name: /Fediverse @/ })
    .waitFor();
  await card(page).getByRole('button', { name: 'Move…' }).click();
  await page.getByRole('dialog', { name: 'Reschedule' }).getByRole('button', { name: 'Cancel' }).click();
  await event(page, 'With a card').click({ button: 'right' });
  await card(page).press('Escape');
  await card(page).waitFor({ state: 'detached' });
  await event(page, 'With a card').press('Enter');
  await card(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await event(page, 'With a card').waitFor({ state: 'detached' });
  expect(await timeOf(id)).toBeUndefined();
});

test('a selection is dragged with its distances, and one undo moves all of it back', async () => {
  const first = await schedule('First of all', '2035-03-12T09:00:00Z');
  const second = await schedule('Second of all', '2035-03-13T10:10:00Z');
  const third = await schedule('Third of all', '2035-03-14T11:20:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await event(page, 'First of all').click({ modifiers: ['Control'] });
  await event(page, 'Third of all').click({ modifiers: ['Shift'] });
  await page.getByText('3 posts selected').waitFor();
  await event(page, 'Third of all').click({ modifiers: ['Control'] });
  await page.getByText('2 posts selected').waitFor();
  await event(page, 'First of all').dragTo(day(page, 'March 19, 2035'));
  await page.getByText('Moved 2 posts').waitFor();
  await expectTime(first, '2035-03-19T09:00:00.000Z');
  await expectTime(second, '2035-03-20T10:10:00.000Z');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectTime(first, '2035-03-12T09:00:00.000Z');
  await expectTime(second, '2035-03-13T10:10:00.000Z');
  expect(await timeOf(third)).toBe('2035-03-14T11:20:00.000Z');
});

test('posts are selected and moved together with the keyboard alone', async () => {
  const first = await schedule('First of all', '2035-03-12T09:00:00Z');
  const second = await schedule('Second of all', '2035-03-13T10:10:00Z');
  const page = await open('/calendar?date=2035-03-12');
  await event(page, 'First of all').press('Space');
  await event(page, 'Second of all').press('Shift+Space');
  await page.getByText('2 posts selected').waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Move 2 posts' });
  await dialog.getByLabel('Time', { exact: true }).press('Enter');
  await page.getByRole('button', { name: '15 March 2035' }).press('Enter');
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await dialog.getByRole('button', { name: 'Schedule' }).press('Enter');
  await expectTime(first, '2035-03-15T09:00:00.000Z');
  await expectTime(second, '2035-03-16T10:10:00.000Z');
});

test('of posts whose old time has passed, undo moves back only the drafts', async () => {
  const post = await schedule('To go out', '2035-03-12T09:00:00Z');
  const draft = await schedule('Only an idea', '2035-03-12T10:00:00Z');
  await update(draft, { status: 'DRAFT' });
  const page = await open('/calendar?date=2035-03-12');
  await event(page, 'To go out').click({ modifiers: ['Control'] });
  await event(page, 'Only an idea').click({ modifiers: ['Control'] });
  await event(page, 'To go out').dragTo(day(page, 'March 19, 2035'));
  await page.getByText('Moved 2 posts').waitFor();
  await page.clock.setSystemTime('2035-03-12T12:00:00Z');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alert').getByText('This time has passed').waitFor();
  await expectTime(draft, '2035-03-12T10:00:00.000Z');
  expect(await timeOf(post)).toBe('2035-03-19T09:00:00.000Z');
  // Nobody else gets a window with this clock.
  await page.close();
});

test('a second move can be undone as long as the first', async () => {
  await schedule('Drag me', '2035-03-14T09:37:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await page.clock.install();
  await event(page, 'Drag me').dragTo(day(page, 'March 15, 2035'));
  await page.getByText('Moved to Mar 15').waitFor();
  await page.clock.fastForward(14_000);
  await event(page, 'Drag me').dragTo(day(page, 'March 16, 2035'));
  await page.getByText('Moved to Mar 16').waitFor();
  await page.clock.fastForward(5_000);
  await page.getByText('Moved to Mar 15').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Moved to Mar 15').waitFor();
  await page.close();
});

test('dropped on its own day, a post in the first of two equal hours stays in it', async () => {
  // In Vienna it is twice 2:30 on that day.
  const id = await schedule('Drag me', '2035-10-28T00:30:00Z');
  const page = await open('/calendar?date=2035-10-28');
  await event(page, 'Drag me').dragTo(day(page, 'October 28, 2035'));
  await event(page, 'Drag me').dragTo(day(page, 'October 30, 2035'));
  await page.getByText('Moved to Oct 30').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Moved to Oct 28').waitFor();
  await expectTime(id, '2035-10-28T00:30:00.000Z');
});
