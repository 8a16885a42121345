import { t } from '@lingui/core/macro';
import { Avatar } from '@mantine/core';
import classes from './account-avatar.module.css';
import { initialsOf } from './initials.js';
import { platformName } from './platform.js';
import { PlatformGlyph, platformColor } from './platform-glyph.js';

interface AccountAvatarProps {
  account: {
    /** Null: a platform that is no longer supported. */
    platform: string | null;
    username: string;
    displayName: string;
    picturePath: string | null;
  };
  /** In pixels. The glyph has half of it. */
  size?: number;
  /** Names the account for screen readers, if its name is not beside the picture. */
  labelled?: boolean;
  /** What its name adds, such as `failed`. */
  note?: string;
}

/** The picture of an account, or its initials on the color of its platform, with the glyph of the platform. */
export function AccountAvatar({ account, size = 28, labelled = false, note }: AccountAvatarProps) {
  const { platform, username, displayName, picturePath } = account;
  const on = platform ? platformName(platform) : t`Unsupported platform`;
  const name = `${username ? `${on} @${username}` : on}${note ? ` (${note})` : ''}`;
  const naming = labelled
    ? ({ role: 'img', 'aria-label': name, title: name } as const)
    : ({ 'aria-hidden': true } as const);
  return (
    <span className={classes.root} {...naming}>
      <Avatar
        component="span"
        src={picturePath}
        alt=""
        imageProps={{ loading: 'lazy' }}
        size={size}
        aria-hidden
        styles={{
          placeholder: {
            color: '#fff',
            backgroundColor: platformColor(platform),
            fontSize: Math.round(size * 0.36),
            fontWeight: 500,
          },
        }}
      >
        {initialsOf(displayName || username || on)}
      </Avatar>
      <span className={classes.glyph}>
        <PlatformGlyph platform={platform} size={Math.round(size / 2)} decorative />
      </span>
    </span>
  );
}
