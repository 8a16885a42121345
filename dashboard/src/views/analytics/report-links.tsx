import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type UseQueryState, useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import type { ResultOf } from '../../api/graphql.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { longDate } from '../../parts/formats.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { laterDate } from './periods.js';
import { type REPORT_LINKS, REVOKE_REPORT_LINK, type ReportLink } from './report-links.operations.js';

interface ReportLinksProps {
  state: UseQueryState<ResultOf<typeof REPORT_LINKS>>;
  onChanged: () => void;
}

/** The links of the account that are valid. Each can be revoked. */
export function ReportLinks({ state, onChanged }: ReportLinksProps) {
  const failure = failureOf(state);
  const links = state.data?.reportLinks?.edges.map(({ node }) => node) ?? [];
  if (failure) return <FailureNotice failure={failure} onRetry={onChanged} />;
  if (links.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="report-links">
      <Title order={3} size="h5" id="report-links">
        <Trans>Valid links of this account</Trans>
      </Title>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Links`}>
        {links.map((link) => (
          <Link key={link.id} link={link} onRevoked={onChanged} />
        ))}
      </Stack>
    </Stack>
  );
}

function Link({ link: { id, name, from, to, expiresAt }, onRevoked }: { link: ReportLink; onRevoked: () => void }) {
  const [{ fetching }, revoke] = useMutation(REVOKE_REPORT_LINK);
  const end = async () => {
    const failure = failureOf(await revoke({ input: { reportLinkId: id } }));
    if (failure) showFailure(failure);
    else showDone(t`The link to ${name} was revoked`);
    onRevoked();
  };
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          <Trans>
            {longDate(from)} – {longDate(laterDate(to, -1))}, valid until <Time at={expiresAt} />
          </Trans>
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        flex="none"
        loading={fetching}
        aria-label={t`Revoke the link to ${name}`}
        onClick={() => void end()}
      >
        <Trans>Revoke</Trans>
      </Button>
    </Group>
  );
}
