/**
 * The platform's own examples for the weight of a text, against the service and its stand-in: sections
 * `WeightedTweetsCounterTest` and `lengths` of conformance/validate.yml of github.com/twitter/twitter-text (Apache-2.0),
 * those that config/v3.json weighs alike.
 */
import { weigh } from '../../sandbox/microblog/text.js';
import { textLength } from '../../src/platforms/port/text-length.js';

const EXAMPLES: [text: string, weight: number][] = [
  ['This is a test.', 15],
  ['http://test.com', 23],
  ['https://test.com', 23],
  ['test.com', 23],
  ['Test https://test.com test https://test.com test.com test', 86],
  ['저찀쯿쿿', 8],
  ['H\u{1f431}☺', 5],
  ['の'.repeat(140), 280],
  ['\u{1f431}'.repeat(140), 280],
  [
    'A lie gets halfway around the world before the truth has a chance to get its pants on. Winston Churchill (1874-1965) http://bit.ly/dJpywL',
    140,
  ],
  [
    'A lié géts halfway arøünd thé wørld béføré thé truth has a chance tø get its pants øn. Winston Churchill (1874-1965) http://bit.ly/dJpywL',
    140,
  ],
];

test.each(EXAMPLES)('%j weighs %i', (text, weight) => {
  expect({ service: textLength(text, 'weighted characters'), standIn: weigh(text) }).toEqual({
    service: weight,
    standIn: weight,
  });
});
