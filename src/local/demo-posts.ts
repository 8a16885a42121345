/** The posts of the demo account, a bicycle workshop with a coffee bar, and of its client, a pottery. */
import type { PictureName } from './demo-pictures.js';

/** Accounts: `bar` is the second microblog account of the demo account, which has lost its access. */
export type DemoTarget =
  | 'microblog'
  | 'network'
  | 'photogram'
  | 'threadtalk'
  | 'skyfeed'
  | 'fediverse'
  | 'socialpage'
  | 'bar';

/** The labels of the demo account. */
export const DEMO_LABELS = ['Coffee', 'Rides', 'Shop', 'Tips'] as const;
export type DemoLabel = (typeof DEMO_LABELS)[number];

export interface DemoPost {
  /** Days from today. */
  day: number;
  /** Time of the day where the service runs. */
  at: `${number}:${number}`;
  to: readonly DemoTarget[];
  text: string;
  pictures?: readonly PictureName[];
  /** Written by the colleague; by the owner of the account if omitted. */
  by?: 'jonas';
  label?: DemoLabel;
  /** The target that fails, and why. */
  fails?: { target: DemoTarget; because: 'access' | 'repeat' };
  /** Replies on threadtalk, each by a person. */
  replies?: readonly { by: 'mara' | 'tomas'; text: string }[];
}

const EVERYWHERE = ['microblog', 'network', 'threadtalk', 'skyfeed', 'fediverse', 'socialpage'] as const;
const SHORT = ['microblog', 'threadtalk', 'skyfeed', 'fediverse'] as const;
const PICTURES = ['photogram', 'threadtalk', 'socialpage'] as const;

/** Shared by two posts: `network` refuses to publish the same text twice. */
const HIRING =
  'We are looking for a second mechanic: four days a week, a quiet workshop, and the good espresso is on us. You like hub gears, you explain things patiently, and you do not mind a dog under the bench. Write to us or drop in before ten.';

/** Those whose time has passed when the demo account is created are published, the others are scheduled. */
export const DEMO_POSTS: readonly DemoPost[] = [
  {
    day: -30,
    at: '08:10',
    to: EVERYWHERE,
    text: 'The winter service is open again: bring your bike in before work, collect it after. Lights, brakes, chain and tyres for 39 €, coffee included.',
    label: 'Coffee',
  },
  {
    day: -29,
    at: '12:30',
    to: PICTURES,
    text: 'Two flat whites, one loose headset. A normal Friday at the counter.',
    label: 'Coffee',
    pictures: ['cups'],
  },
  {
    day: -28,
    at: '09:45',
    to: ['threadtalk', 'skyfeed', 'fediverse'],
    text: 'Saturday ride leaves at ten from the shop. 35 km, flat, and we wait for everyone. There is a stop for cake, as always.',
    by: 'jonas',
    label: 'Rides',
  },
  {
    day: -26,
    at: '17:20',
    to: ['network', 'socialpage'],
    text: 'Since May, eleven companies in the neighbourhood have had their bicycle fleets serviced here. What we learned: a mechanic on site once a month saves more than any repair contract. Broken lights are found before they cause trouble, and people ride more.',
    by: 'jonas',
    label: 'Rides',
  },
  {
    day: -25,
    at: '07:50',
    to: SHORT,
    text: 'Frost tonight. A drop of oil in your lock now saves ten minutes of bad language tomorrow morning.',
    by: 'jonas',
    label: 'Tips',
    replies: [
      { by: 'mara', text: 'Can confirm. It was fifteen minutes, though.' },
      { by: 'tomas', text: 'Graphite or oil? My lock is the old brass one.' },
    ],
  },
  {
    day: -24,
    at: '18:05',
    to: ['photogram', 'socialpage'],
    text: 'This steel frame from 1984 came in a cardboard box. New cables, new bearings, the same old paint. It goes home tomorrow.',
    label: 'Shop',
    pictures: ['bike', 'wheel'],
  },
  { day: -23, at: '11:15', to: ['network', 'fediverse'], text: HIRING, label: 'Shop' },
  {
    day: -21,
    at: '15:40',
    to: EVERYWHERE,
    text: 'New on the bar: a washed coffee from Huila, roasted three streets away. Tastes of plums and brown sugar. We have 12 kilos, and then it is gone.',
    label: 'Coffee',
  },
  {
    day: -20,
    at: '10:00',
    to: ['microblog', 'network', 'socialpage'],
    text: 'How to fix a puncture by the roadside, in the order that matters.\n\nFirst find out why. Run a finger along the inside of the tyre and pull the shard of glass, the thorn or the staple out, or the new tube will last four minutes.\n\nThen check the rim tape. If a spoke hole shows, cover it: a folded bank note works until you are home.\n\nPut a little air into the new tube before you fit it, so that it does not twist. Start at the valve, end opposite of it, and use your thumbs for the last hand’s width.\n\nInflate halfway, look along both sides, then all the way. Pack the old tube again: it can be patched.',
    by: 'jonas',
    label: 'Tips',
  },
  {
    day: -18,
    at: '08:30',
    to: PICTURES,
    text: 'First ride of the month, and the hills were all ours. Thank you for getting up so early.',
    by: 'jonas',
    label: 'Rides',
    pictures: ['road'],
    replies: [{ by: 'mara', text: 'Best Sunday in weeks. Same again in December?' }],
  },
  {
    day: -17,
    at: '12:00',
    to: ['microblog', 'network', 'skyfeed'],
    text: 'A customer asked what makes the biggest difference for 20 €. Tyre pressure. It is free, and then there are 20 € left for cake.',
    by: 'jonas',
    label: 'Tips',
  },
  {
    day: -16,
    at: '16:45',
    to: ['fediverse', 'threadtalk'],
    text: 'We now repair e-bike batteries of three brands ourselves instead of sending them away. That cuts the wait from three weeks to four days.',
    label: 'Shop',
  },
  {
    day: -14,
    at: '09:05',
    to: EVERYWHERE,
    text: 'Repair café on Saturday from two to six. You bring the bike and your hands, we bring tools and patience. No booking, pay what you like.',
    label: 'Shop',
    replies: [{ by: 'tomas', text: 'Is there a rack that takes a cargo bike?' }],
  },
  {
    day: -13,
    at: '14:20',
    to: ['photogram', 'threadtalk'],
    text: 'Cardamom buns, still warm. There are eighteen. There were twenty.',
    label: 'Coffee',
    pictures: ['buns'],
  },
  {
    day: -12,
    at: '17:55',
    to: ['network'],
    text: 'A short report from our apprenticeship. Lina built her first wheel this week: 36 spokes, three crosses, true to 0.2 mm. It took her nine hours, and it will carry somebody to work for ten years. Trades like ours need patience more than talent, and employers who leave room for it.',
    label: 'Shop',
    pictures: ['wheel'],
  },
  {
    day: -11,
    at: '08:00',
    to: SHORT,
    text: 'Opening an hour later today. The delivery van is in the way, and so is the snow.',
    label: 'Shop',
  },
  {
    day: -10,
    at: '19:10',
    to: ['socialpage', 'fediverse'],
    text: 'Thank you to everybody who came to the repair café: 31 bikes, 2 prams and one office chair went home in better shape than they came.',
    label: 'Shop',
  },
  {
    day: -9,
    at: '13:30',
    to: ['microblog', 'threadtalk', 'network'],
    text: 'Gift idea without wrapping paper: a workshop voucher. One full service, a year to use it, and a coffee while you wait.',
    label: 'Coffee',
  },
  {
    day: -8,
    at: '10:40',
    to: ['photogram', 'socialpage'],
    text: 'Before and after. The after smells better, too.',
    label: 'Shop',
    pictures: ['wheel', 'bike'],
  },
  {
    day: -7,
    at: '07:45',
    to: EVERYWHERE,
    text: 'Dark at half past four. Come by with your bike lights this week: we check them, clean the contacts and charge nothing.',
    by: 'jonas',
    label: 'Tips',
  },
  {
    day: -6,
    at: '11:25',
    to: ['skyfeed', 'fediverse', 'network'],
    text: HIRING,
    label: 'Shop',
    fails: { target: 'network', because: 'repeat' },
  },
  {
    day: -5,
    at: '16:00',
    to: ['threadtalk', 'skyfeed'],
    text: 'What we play in the workshop is decided by the person with the dirtiest hands. Today: four hours of Cuban jazz.',
    label: 'Shop',
    replies: [{ by: 'mara', text: 'So that is why my brakes squeal in clave now.' }],
  },
  {
    day: -4,
    at: '09:30',
    to: PICTURES,
    text: 'The window is decorated. No reindeer, one tandem.',
    label: 'Shop',
    pictures: ['shop'],
  },
  {
    day: -3,
    at: '12:15',
    to: ['network', 'socialpage', 'fediverse'],
    text: 'From January we offer winter storage: we collect your bike, service it, and bring it back in March with fresh tyres. 24 places, and nine are taken.',
    label: 'Shop',
  },
  {
    day: -2,
    at: '15:05',
    to: ['microblog', 'skyfeed', 'fediverse', 'threadtalk'],
    text: 'Small ask: ring the bell in the yard twice if you are here for coffee, once for a repair. It confuses the dog, but it helps us.',
    label: 'Coffee',
  },
  {
    day: -1,
    at: '08:20',
    to: ['bar'],
    text: 'Today on bar: Huila as espresso, Sidamo as filter. Oat milk is back.',
    label: 'Coffee',
    fails: { target: 'bar', because: 'access' },
  },
  {
    day: -1,
    at: '17:40',
    to: ['network', 'microblog', 'threadtalk'],
    text: 'Three things we check on every bike, also when it came in for something else: brake pads, the quick release, and whether the owner knows how fast they are allowed to ride home.',
    by: 'jonas',
    label: 'Rides',
  },
  {
    day: 0,
    at: '07:30',
    to: ['skyfeed', 'fediverse'],
    text: 'Good morning from the workshop. Kettle on, compressor on, dog asleep.',
    label: 'Shop',
  },
  {
    day: 0,
    at: '18:30',
    to: EVERYWHERE,
    text: 'Open until eight tonight. If your lights fail on the way home, ring the bell: we have batteries.',
    label: 'Shop',
  },
  {
    day: 1,
    at: '08:15',
    to: ['network', 'threadtalk', 'socialpage'],
    text: 'This week we true wheels while you wait: 25 minutes, one coffee, and no more rubbing brake.',
    label: 'Coffee',
    pictures: ['wheel'],
  },
  {
    day: 1,
    at: '12:30',
    to: ['bar'],
    text: 'Lunch at the bar: grilled cheese with pickles until two. Cyclists with wet shoes get the seat by the heater.',
    label: 'Coffee',
  },
  {
    day: 2,
    at: '09:00',
    to: ['microblog', 'skyfeed', 'fediverse'],
    text: 'Ask us anything about winter tyres today. We answer between two customers, and during one of them.',
    label: 'Shop',
  },
  {
    day: 3,
    at: '17:15',
    to: ['photogram', 'socialpage'],
    text: 'The Huila is nearly finished. Come and say goodbye to it.',
    label: 'Coffee',
    pictures: ['cups'],
  },
  {
    day: 4,
    at: '10:30',
    to: EVERYWHERE,
    text: 'Saturday ride: ten o’clock, 40 km, one hill. Mudguards are a kindness to the person behind you.',
    by: 'jonas',
    label: 'Rides',
  },
  {
    day: 5,
    at: '11:00',
    to: ['photogram', 'threadtalk'],
    text: 'Saturday means buns. Cardamom until they are gone, cinnamon after that.',
    label: 'Coffee',
    pictures: ['buns'],
  },
  {
    day: 7,
    at: '08:00',
    to: ['network', 'socialpage'],
    text: 'Companies ask us how to begin with bicycle leasing. Our answer: begin with a dry place to park. We have written down the ten questions to settle first, and we send you the list if you write to us.',
    label: 'Shop',
  },
  {
    day: 8,
    at: '16:20',
    to: SHORT,
    text: 'We service brakes on Wednesdays without an appointment. Bring the bike before five, and leave with both levers working.',
    by: 'jonas',
    label: 'Tips',
  },
  {
    day: 10,
    at: '12:45',
    to: PICTURES,
    text: 'The last long ride of the year. Tea at the top, cold hands around warm cups, and plenty of time.',
    by: 'jonas',
    label: 'Rides',
    pictures: ['road'],
  },
  {
    day: 12,
    at: '09:15',
    to: EVERYWHERE,
    text: 'Repair café, the last one before the holidays: Saturday from two to six. Bring the bike that has been in the cellar since summer.',
    label: 'Shop',
  },
  {
    day: 13,
    at: '18:00',
    to: ['network', 'fediverse'],
    text: 'A year in numbers: 1,940 repairs, 212 wheels, 16,300 cups of coffee, one lost tooth (the dog’s). Thank you for all of it.',
    label: 'Coffee',
  },
];

/** Posts without a time. */
export const DEMO_DRAFTS: readonly Pick<DemoPost, 'to' | 'text' | 'pictures' | 'by' | 'label'>[] = [
  {
    to: ['network', 'socialpage'],
    text: 'Holiday opening hours: closed from the 24th to the 1st. [Check with Lina whether the bar opens on the 28th.]',
  },
  {
    to: ['microblog', 'threadtalk', 'skyfeed'],
    text: 'What is the oldest bike you still ride? Show us.',
    by: 'jonas',
  },
  {
    to: ['photogram'],
    text: 'The tandem in the window needs a name. Suggestions so far: Gin and Tonic.',
    pictures: ['shop'],
  },
];

/** Those of the managed client, a pottery, on its own accounts. */
export const CLIENT_POSTS: readonly DemoPost[] = [
  {
    day: -22,
    at: '10:15',
    to: ['photogram', 'threadtalk'],
    text: 'Glaze day. The blue is called “wet slate”, and it behaves like a cat.',
    pictures: ['bowl'],
  },
  {
    day: -15,
    at: '14:00',
    to: ['microblog', 'threadtalk'],
    text: 'Two places have become free in the evening course on Tuesdays. No experience needed, clean sleeves not recommended.',
  },
  {
    day: -9,
    at: '11:30',
    to: ['microblog', 'photogram', 'threadtalk'],
    text: 'The kiln is open, and nothing has cracked. Forty bowls, all different, all on the shelf from tomorrow.',
    pictures: ['bowl'],
  },
  {
    day: -3,
    at: '17:00',
    to: ['microblog', 'threadtalk'],
    text: 'We will be at the winter market in the old brewery, table 14. Bring a bag.',
  },
  {
    day: 2,
    at: '09:30',
    to: ['microblog', 'threadtalk'],
    text: 'Last day to order cups with your name before the holidays. The clay needs three weeks, and does not listen to us.',
  },
  {
    day: 6,
    at: '12:00',
    to: ['photogram', 'threadtalk'],
    text: 'Seconds sale on Saturday: small flaws, large discounts.',
    pictures: ['bowl'],
  },
];
