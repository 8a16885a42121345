import { describeError } from '../../src/foundation/log.js';

test('an error is logged without what libraries attach to it', () => {
  const error = Object.assign(new Error('Refused', { cause: new Error('Below') }), {
    code: 'E1',
    parameters: ['secret'],
  });
  expect(describeError(error)).toEqual({
    name: 'Error',
    message: 'Refused',
    stack: expect.any(String),
    code: 'E1',
    cause: { name: 'Error', message: 'Below', stack: expect.any(String) },
  });
});

test.each([
  ['a text', "'a text'"],
  [undefined, 'undefined'],
  [{ status: 503, body: { secret: 'x' } }, '{ status: 503, body: [Object] }'],
])('what is thrown and is no error is logged as what it is: %p', (thrown, message) => {
  expect(describeError(thrown)).toEqual({ message });
});
