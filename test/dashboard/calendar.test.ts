import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, mutate } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, SCREENS, useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

let account: TestAccount;
let targets: string[];
beforeEach(async () => {
  account = await createAccount(db);
  targets = [
    await account.connect(sandbox.createAccount('fediverse')),
    await account.connect(sandbox.createAccount('skyfeed')),
  ];
});

const headers = () => ({ 'x-api-key': account.apiKey });
const schedule = (content: string, scheduledTime: string, input: object = {}) =>
  createGroup(service, headers(), { content, platformIds: targets, scheduledTime, ...input });

async function open(path: string, screen = {}) {
  const { page } = await browser.openSignedIn(db, { account, ...screen });
  await page.goto(path);
  await page.getByText('Live').waitFor();
  return page;
}

test.each(SCREENS)('it is accessible: $theme, $width pixels', async (screen) => {
  await schedule('Spring sale', '2035-03-14T09:30:00Z');
  for (let i = 0; i < 6; i++) await schedule(`Many posts of a day ${i}`, `2035-03-20T0${i}:30:00Z`);
  for (const view of ['month', 'week', 'day']) {
    const page = await open(`/calendar?date=2035-03-14&view=${view}`, screen);
    await page.getByText('Spring sale').first().waitFor();
    await page.screenshot({ path: `/tmp/cal/${view}-${screen.theme}-${screen.width}.png`, fullPage: true });
    await expectAccessible(page);
  }
});
