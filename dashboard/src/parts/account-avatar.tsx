import { Avatar } from '@mantine/core';

interface AccountAvatarProps {
  account: { username: string; displayName: string; picturePath: string | null };
  size?: 'sm' | 'md';
}

/** The picture of an account, or its initials. Decorative: the name is beside it. */
export const AccountAvatar = ({ account: { username, displayName, picturePath }, size = 'md' }: AccountAvatarProps) => (
  <Avatar
    component="span"
    src={picturePath}
    alt=""
    imageProps={{ loading: 'lazy' }}
    size={size}
    name={displayName || username}
    color="initials"
    c="var(--mantine-color-text)"
    aria-hidden
    styles={{ placeholder: { color: 'inherit' } }}
  />
);
