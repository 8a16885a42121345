import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatList } from '../parts/formats.js';
import { ButtonLink } from '../parts/link.js';
import { useMay } from '../parts/may.js';
import { meaningsOf } from './scope-meaning.js';

/** What is missing, in a sentence. */
export const missingInWords = (scopes: readonly string[]): string =>
  t`It was connected without the permission to ${formatList(meaningsOf(scopes))}.`;

interface ConnectAgainProps {
  platformId: string;
  username: string;
  /** Where to go afterwards. */
  returnTo: string;
}

/** Leads to the form of the account, which asks for the missing permission. */
export const ConnectAgain = ({ platformId, username, returnTo }: ConnectAgainProps) =>
  useMay('MANAGE') && (
    <ButtonLink
      size="xs"
      variant="default"
      to="/accounts"
      search={{ reconnect: platformId, returnTo }}
      aria-label={t`Reconnect @${username}`}
    >
      <Trans>Reconnect</Trans>
    </ButtonLink>
  );
