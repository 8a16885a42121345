/** Posts of the demo account before those of the last weeks: series at the same times of each week. */
import type { DemoPost } from './demo-posts.js';

/** Weeks ago of the latest post of each series. */
const LATEST_WEEK = 4;

interface Series extends Pick<DemoPost, 'at' | 'to' | 'by' | 'label'> {
  /** 0 is Sunday, as in `Date`. */
  weekday: number;
  /** One for each week, the earliest first. */
  texts: readonly string[];
}

const SERIES: readonly Series[] = [
  {
    ...{ weekday: 2, at: '08:00', by: 'jonas', label: 'Tips' },
    to: ['microblog', 'threadtalk', 'skyfeed', 'fediverse'],
    texts: [
      'Tuesday tip: if the chain sounds like a mouse, it is asking for oil. One drop on each link, then wipe. Dust sticks to what you leave.',
      'Tuesday tip: squeeze both tyres before each ride. Three seconds, and most punctures do not happen.',
      'Tuesday tip: a saddle that is level is a saddle that you forget. Lay a book on it and look from the side.',
      'Tuesday tip: brakes that squeal are mostly dirty. Alcohol and a clean cloth, on the rim and on the pads.',
      'Tuesday tip: turn the cranks backwards and listen. A click in each turn is a stiff link, and easy to loosen.',
      'Tuesday tip: mark the height of your saddle post with tape before you lend out your bike.',
      'Tuesday tip: gears that jump in the cold have old cables. New ones cost less than a pizza.',
      'Tuesday tip: lock the frame, not the wheel. A wheel is off in four seconds. We have measured it.',
      'Tuesday tip: salt eats chains from the inside. Rinse with a watering can, not with a hose.',
    ],
  },
  {
    ...{ weekday: 4, at: '17:30', label: 'Coffee' },
    to: ['threadtalk', 'skyfeed', 'socialpage'],
    texts: [
      'Coffee of the week: Guji, natural. It smells of strawberries, and the whole workshop with it.',
      'Coffee of the week: a blend for milk. Chocolate, hazelnut, and no discussion.',
      'Coffee of the week: Nyeri from Kenya as filter. Blackcurrant. Ask for the small cup, it is strong.',
      'Coffee of the week: decaf that nobody recognised in our test of eleven people and one suspicious mechanic.',
      'Coffee of the week: Antigua, washed. Bright at ten, round at four. We drink it at four.',
      'Coffee of the week: Sumatra for rainy days. Tastes of cedar and of staying in.',
      'Coffee of the week: Yirgacheffe as iced filter, for as long as the terrace is open.',
      'Coffee of the week: house espresso, the new crop. A little brighter than in summer.',
      'Coffee of the week: Tarrazú. Honey and orange peel. Comes with a view of three open gear hubs.',
    ],
  },
  {
    ...{ weekday: 6, at: '10:00', by: 'jonas', label: 'Rides' },
    to: ['microblog', 'network', 'threadtalk', 'skyfeed', 'fediverse', 'socialpage'],
    texts: [
      'Saturday ride to the lake and back: 42 km, 19 people, one swim. Somebody forgot their helmet on the pier: it hangs at the counter.',
      'Saturday ride in the rain: 28 km, seven heroes. There was soup afterwards, and nobody spoke until the second bowl.',
      'Saturday ride for beginners: 18 km on the canal, all on time, two first rides in traffic. Well done, both.',
      'Saturday ride up the tower hill. 310 metres of climbing, and a list of orders for smaller front rings.',
      'Saturday ride with the choir of the brewery. We can report that hills end singing at eight percent.',
      'Saturday ride on gravel: 36 km, four punctures, all repaired in less than ten minutes. The training works.',
      'Saturday ride to the pumpkin farm. Twelve bikes left, twelve came back with luggage that was not planned.',
      'Saturday ride by night: 22 km, 26 lights. If you lent us a red one, it is in the drawer of found things.',
      'Saturday ride along the old railway: 40 km without a car. We repeat this one in spring.',
    ],
  },
  {
    ...{ weekday: 3, at: '12:30', label: 'Shop' },
    to: ['network', 'socialpage'],
    texts: [
      'We have counted: 61 percent of the bicycles that come in for a service have tyres at half their pressure. Twenty seconds at our pump save an hour of work.',
      'Three companies on our street now share one repair slot a week. It costs each of them less than one parking space.',
      'What we have learned about cargo bikes in offices: the battery is not the problem, the lift is. Measure the lift first.',
      'A thank you to the school workshop. Fourteen pupils took apart one gear hub, and put thirteen of them together again.',
      'We pay invoices of small suppliers within five days. It costs us nothing, and it is noticed.',
      'Our apprentice has written down how she trues a wheel. It is the best text about patience that we have read this year.',
      'The new lift is in: heavy bikes go up with a pedal instead of with a back. Two mechanics say thank you.',
      'From a conversation at the counter: a lease that includes the service is used twice as often as one that does not.',
      'We repaired 402 bicycles in the last quarter. Five could not be saved. Their parts live on in eleven others.',
    ],
  },
];

/** The posts of nine weeks, those of the last weeks left out. */
export const historyOf = (now: Date): DemoPost[] =>
  SERIES.flatMap(({ weekday, texts, ...series }) =>
    texts.map((text, index) => {
      const weeks = LATEST_WEEK + texts.length - 1 - index;
      return { ...series, text, day: -7 * weeks - ((now.getDay() - weekday + 7) % 7) };
    }),
  );
