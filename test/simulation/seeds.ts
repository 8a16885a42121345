/** Schedules that once led to what must not happen, by the fault that caused it. */
export interface KnownFault {
  /** What happened, in the version of 2026-11-26. */
  fault: string;
  seeds: readonly number[];
  /** On the service's own adapters: `--real`. */
  isReal?: true;
}

export const KNOWN_FAULTS: readonly KnownFault[] = [
  {
    fault: 'a lost post is reported as published, as another post of its user with the same text',
    seeds: [2377, 1228, 1488, 1190],
  },
  {
    fault: 'a lost post is reported as published, as the post of another user of the account with the same text',
    seeds: [1323, 2548, 983, 1975],
  },
  {
    fault: 'two posts of an account with one text are each reported as the other',
    seeds: [2785, 1343, 1949, 472],
  },
  {
    fault: 'a post that the platform refused as a repeat of another is reported as published, without any fault',
    seeds: [2397, 1237, 550],
  },
  {
    fault: 'a post that the platform refused as a repeat of another is reported as published, after a lost response',
    seeds: [2226, 2600, 817],
  },
  {
    fault: 'a post is live twice: its connection broke early, and the platform stored it late',
    seeds: [2318, 330, 636, 1385],
  },
  {
    fault: 'a post is live twice: the list of the platform lags',
    seeds: [716, 1272, 1371, 2464],
  },
  {
    fault: 'a live post fails as CONNECTION_NOT_FOUND: its account was disconnected while its outcome was open',
    seeds: [722, 1829, 468, 2583],
  },
  {
    fault: 'a live post fails as UNKNOWN_ERROR: a proxy returned a page in place of the response',
    seeds: [2348, 669, 133, 2093],
  },
  {
    fault: 'a live post is sent again by its owner, who had been told that it failed: a proxy returned a page',
    seeds: [1377, 2957, 2644, 2462],
  },
  {
    fault: 'the outcome of a post is unknown: the list has more than a page of newer posts',
    seeds: [64, 244, 392, 190],
    isReal: true,
  },
  {
    fault: 'the outcome of a later part of a thread is unknown: threadtalk is not asked for replies',
    seeds: [316, 322, 191, 154],
    isReal: true,
  },
  {
    fault: 'a post of socialpage or threadtalk is live twice, or reported as another',
    seeds: [95, 330, 74, 333],
    isReal: true,
  },
  {
    fault: 'the outcome of a post is unknown although its files tell it from another with the same text',
    seeds: [353, 1129],
  },
  {
    fault: 'the first attempt of a post is reported a second time when a later one finds it live',
    seeds: [2916, 2410],
  },
  {
    fault: 'a post is reported as published, as that of a group that was removed while its outcome was unknown',
    seeds: [7000125],
  },
  {
    fault: 'a post is reported as published, as the first copy of one that its owner had sent again',
    seeds: [9027794],
  },
  {
    fault: 'a post that another worker has begun to send fails, because its account was disconnected',
    seeds: [11001635],
  },
  {
    fault: 'a post is live twice, because the database’s clock was set forward while its request was in flight',
    seeds: [8000693, 9023919],
  },
  {
    fault:
      'a post is live twice, because the database’s clock was set back while the requests of two with one text were in flight',
    seeds: [20001103],
  },
  {
    fault: 'the first attempt of a post that waited for a rate limit is reported a second time when it is found live',
    seeds: [8004412, 8006122],
  },
];
