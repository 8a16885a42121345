import { AvatarStack } from '../parts/avatar-stack.js';
import type { AccountChoice } from './accounts-field.js';

/** Accounts side by side, in a row of text. */
export const Targets = ({ accounts }: { accounts: readonly AccountChoice[] }) => (
  <AvatarStack
    size={20}
    targets={accounts.map(({ platformId, platform, ...account }) => ({
      id: platformId,
      platformKey: platform ?? '',
      account,
    }))}
  />
);
