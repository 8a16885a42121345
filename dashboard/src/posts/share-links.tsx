import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group as Row, Stack, Text, Title } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../api/failure.js';
import { useLiveQuery } from '../api/live-query.js';
import { FailureNotice, showFailure } from '../parts/failure-notice.js';
import { showDone } from '../parts/show-done.js';
import { Time } from '../parts/time.js';
import { APPROVAL_LINKS, type ApprovalLink, REVOKE_APPROVAL_LINK } from './approval-links.operations.js';

/** The links of the account that are valid. Each can be revoked. */
export function ShareLinks() {
  const { data, failure, refresh } = useLiveQuery({ query: APPROVAL_LINKS, variables: {} });
  const links = data?.approvalLinks?.edges.map(({ node }) => node) ?? [];
  if (failure) return <FailureNotice failure={failure} onRetry={refresh} />;
  if (links.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="approval-links">
      <Title order={3} size="h5" id="approval-links">
        <Trans>Valid links of this account</Trans>
      </Title>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Links`}>
        {links.map((link) => (
          <Link key={link.id} link={link} onRevoked={refresh} />
        ))}
      </Stack>
    </Stack>
  );
}

function Link({
  link: { id, name, expiresAt, postGroupIds },
  onRevoked,
}: {
  link: ApprovalLink;
  onRevoked: () => void;
}) {
  const [{ fetching }, revoke] = useMutation(REVOKE_APPROVAL_LINK);
  const end = async () => {
    const failure = failureOf(await revoke({ input: { approvalLinkId: id } }));
    if (failure) showFailure(failure);
    else showDone(t`The link for ${name} was revoked`);
    onRevoked();
  };
  return (
    <Row component="li" justify="space-between" wrap="nowrap" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          <Trans>
            <Plural value={postGroupIds.length} one="# post" other="# posts" />, until <Time at={expiresAt} />
          </Trans>
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        flex="none"
        loading={fetching}
        aria-label={t`Revoke the link for ${name}`}
        onClick={() => void end()}
      >
        <Trans>Revoke</Trans>
      </Button>
    </Row>
  );
}
