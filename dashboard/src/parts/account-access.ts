import type { graphql } from '../api/graphql.js';

interface Access {
  /** EXPIRED also if the platform refused the access. */
  tokenStatus: ReturnType<typeof graphql.scalar<'TokenStatus'>>;
  renewsAutomatically: boolean;
}

/** Posts to an account fail until its owner connects it again. */
export const hasNoAccess = ({ tokenStatus, renewsAutomatically }: Access): boolean =>
  tokenStatus === 'EXPIRED' && !renewsAutomatically;

/** Its owner has to connect it again, now or soon. Access that renews itself needs no owner. */
export const needsOwner = ({ tokenStatus, renewsAutomatically }: Access): boolean =>
  (tokenStatus === 'EXPIRED' || tokenStatus === 'EXPIRING_SOON') && !renewsAutomatically;
