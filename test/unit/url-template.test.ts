import { urlTemplate } from '../../src/foundation/http-client/url-template.js';

test.each([
  ['https://api.example/2/tweets', '/2/tweets'],
  ['https://api.example/2/tweets/1457', '/2/tweets/{}'],
  ['https://graph.example/v25.0/17841400008460056/media_publish?access_token=x', '/v25.0/{}/media_publish'],
  ['https://social.example/xrpc/com.atproto.repo.createRecord', '/xrpc/com.atproto.repo.createRecord'],
  ['https://api.example/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/sendMessage', '/{}/sendMessage'],
  ['https://api.example/rest/posts/urn%3Ali%3Ashare%3A1', '/rest/posts/{}'],
  ['https://api.example/videos/dQwWgXcQabc/', '/videos/{}/'],
  [`https://api.example/${'word'.repeat(20)}`, '/{}'],
])('%s is %s', (address, template) => {
  expect(urlTemplate(new URL(address))).toBe(template);
});

test('a path has a bounded number of segments', () => {
  expect(urlTemplate(new URL(`https://api.example${'/posts'.repeat(100)}`)).split('/').length).toBeLessThan(15);
});
