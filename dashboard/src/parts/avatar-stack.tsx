import { Group, Text } from '@mantine/core';
import { AccountAvatar } from './account-avatar.js';

type Account = Parameters<typeof AccountAvatar>[0]['account'];

interface AvatarStackProps {
  /** The accounts with what differs from the whole, such as `failed`; `account` is null once it was disconnected. */
  targets: readonly { id: string; platformKey: string; account: Omit<Account, 'platform'> | null; note?: string }[];
  size?: number;
  /** More are a number. */
  most?: number;
}

/** The accounts of a post, side by side. Each is named once for screen readers. */
export function AvatarStack({ targets, size = 28, most = 5 }: AvatarStackProps) {
  const rest = targets.slice(most);
  return (
    <Group gap={12} wrap="nowrap" flex="none">
      {targets.slice(0, most).map(({ id, platformKey, account, note }) => (
        <AccountAvatar key={id} account={asAccount(platformKey, account)} size={size} note={note} labelled />
      ))}
      {rest.length > 0 && (
        <Text size="xs" c="dimmed">
          +{rest.length}
        </Text>
      )}
    </Group>
  );
}

/** A post of a disconnected account keeps its platform. */
export const asAccount = (platform: string, account: Omit<Account, 'platform'> | null): Account => ({
  ...(account ?? { username: '', displayName: '', picturePath: null }),
  platform,
});
