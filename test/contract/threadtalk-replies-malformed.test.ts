import { type Caller, refused, startContract } from './contract.js';

// Apart from the other tests of replies: these 500s are in the log.
const contract = startContract({});

let dashboard: Caller;
let platformId: string;
beforeAll(async () => {
  dashboard = contract.dashboard(await contract.account.session());
  platformId = await contract.account.connect(contract.sandbox.createAccount('threadtalk'));
});

/** No ids of threadtalk, which are digits: none of them may become a path at the platform. */
const MALFORMED = ['abc', '..', 'me', '1/2', '1?fields=id', 'f'.repeat(24), '9'.repeat(26)];

const requestCount = () => contract.sandbox.requests().filter(({ platform }) => platform === 'threadtalk').length;

test.each(MALFORMED)('a malformed postedId %j: the 500 of the route, and no request is sent', async (postedId) => {
  const answer = await dashboard.get(`/threadtalk/replies?${new URLSearchParams({ platformId, postedId })}`);
  expect(answer).toEqual(refused(500, 'Failed to fetch threadtalk replies'));
  expect(requestCount()).toBe(0);
});

test.each(MALFORMED.filter((id) => id !== '..'))(
  'a malformed replyId %j: the 500 of the route, and no request is sent',
  async (id) => {
    for (const what of ['hide', 'unhide']) {
      const answer = await dashboard.post(`/threadtalk/replies/${encodeURIComponent(id)}/${what}`, { platformId });
      expect(answer).toEqual(refused(500, 'Failed to manage threadtalk reply'));
    }
    expect(requestCount()).toBe(0);
  },
);

test.each(['x', Buffer.from('[1,2]').toString('base64url'), Buffer.from('["a",-1]').toString('base64url')])(
  'a cursor %j that is none of a page: the 500 of the route, and no request is sent',
  async (cursor) => {
    const query = new URLSearchParams({ platformId, postedId: '1', cursor });
    expect(await dashboard.get(`/threadtalk/replies?${query}`)).toEqual(
      refused(500, 'Failed to fetch threadtalk replies'),
    );
    expect(requestCount()).toBe(0);
  },
);
