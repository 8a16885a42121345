/** A post on the platform, and the account that acts on it. */
export interface PostProps {
  platformId: string;
  postedId: string;
}
