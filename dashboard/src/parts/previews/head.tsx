import { Trans } from '@lingui/react/macro';
import { Avatar } from '@mantine/core';
import { GlobeIcon } from '@primer/octicons-react';
import type { Account } from '../accounts.js';
import { shortTime } from '../formats.js';
import { platformColor } from '../platform-glyph.js';
import { useTimeZone } from '../time.js';
import classes from './post.module.css';

/** The picture of an account in a post. Decorative: its name is beside it. */
export const PostAvatar = ({ account, size }: { account: Account; size: number }) => (
  <Avatar
    component="span"
    className={classes.avatar}
    src={account.picturePath}
    alt=""
    size={size}
    radius="var(--preview-avatar-radius)"
    name={nameOf(account)}
    aria-hidden
    styles={{ placeholder: { color: '#fff', backgroundColor: platformColor(account.platform) } }}
  />
);

export const nameOf = ({ displayName, username }: Account): string => displayName || username;
/** Empty: the handle is not known. */
export const handleOf = ({ username }: Account): string => username && `@${username}`;
/** The name on platforms that show the handle in its place. */
export const userOf = (account: Account): string => account.username || nameOf(account);

/** When the post goes out, as a platform shows it beside a name. */
export function PostTime({ at }: { at: string | null }) {
  const timeZone = useTimeZone();
  return at === null ? (
    <span>
      <Trans>now</Trans>
    </span>
  ) : (
    <time dateTime={at}>{shortTime(at, timeZone)}</time>
  );
}

interface HeadProps {
  account: Account;
  at: string | null;
  avatarSize: number;
  /** What the second line has. */
  under: 'handle, time' | 'time' | 'handle';
}

/** Picture and name, with a second line under the name. */
export const StackedHead = ({ account, at, avatarSize, under }: HeadProps) => (
  <div className={classes.head}>
    <PostAvatar account={account} size={avatarSize} />
    <div className={classes.names}>
      <span className={classes.name}>{nameOf(account)}</span>
      {under !== 'time' && <span className={classes.muted}>{handleOf(account)}</span>}
      {under !== 'handle' && (
        <span className={classes.muted}>
          <PostTime at={at} /> · <GlobeIcon size={12} />
        </span>
      )}
    </div>
  </div>
);
