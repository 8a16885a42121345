import { forwarded, requestTo } from '../../src/foundation/http-client/address.js';

const OWN = 'https://api.example.com';
const PAGE = 'https://www.example.com/oauth/token?a=(b:1)';

test.each([[null], [OWN]])('with the base URL %s a request goes to the platform, and says nothing else', (baseUrl) => {
  expect(requestTo(baseUrl, OWN, PAGE)).toEqual({ url: PAGE });
});

test('with another base URL, on any host, it goes there and names the replaced origin', () => {
  expect(requestTo('http://127.0.0.1:4001/toy', OWN, PAGE)).toEqual({
    url: 'http://127.0.0.1:4001/toy/oauth/token?a=(b:1)',
    replacedOrigin: 'https://www.example.com',
  });
});

test('an origin is written as RFC 7239 has it', () => {
  expect(forwarded('https://www.example.com')).toBe('host="www.example.com";proto=https');
  expect(forwarded('http://[::1]:8080')).toBe('host="[::1]:8080";proto=http');
});
