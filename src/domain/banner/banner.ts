/** What a banner is about. */
export enum BannerLevel {
  INFO = 'info',
  WARNING = 'warning',
}

/** What the operator says to all users of the dashboard. */
export interface Banner {
  text: string;
  level: BannerLevel;
  /** Null: until it is removed. */
  until: Date | null;
}

/** Characters of a banner. */
export const MAX_BANNER = 300;
