import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Code, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { type AccountList, useAccounts } from '../../parts/accounts.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import { PLATFORMS, platformName } from '../../parts/platform.js';
import { showDone } from '../../parts/show-done.js';
import { exampleLink, PARAMETERS, type ParameterName } from './example-link.js';
import { LINK_RULES, type LinkRule, SET_LINK_PARAMETERS } from './settings.operations.js';

const ALL = 'all';

/** What is replaced in a value. Braces have a meaning in messages. */
const PLACES = { platform: '{platform}', account: '{account}', date: '{date}' };

const scopeOf = ({ accountId, platform }: LinkRule): string => accountId ?? platform ?? ALL;

/** Rules for the parameters that links get when they are published. */
export function LinkParameters() {
  const accounts = useAccounts();
  const [{ data }, refresh] = useRefetchingQuery({ query: LINK_RULES });
  const [scope, setScope] = useState(ALL);
  if (!data?.linkRules) return null;
  const scopes = scopesOf(accounts);
  const nameOf = (value: string) => scopes.find((one) => one.value === value)?.label ?? t`An account`;
  return (
    <Panel title={t`Link parameters`}>
      <Text size="sm" c="dimmed">
        <Trans>
          Links in your posts get these parameters when they are published, so that the statistics of your website show
          where visitors come from. A link that has a utm parameter already is published as you wrote it.
        </Trans>
      </Text>
      <Select
        label={t`Links of`}
        description={t`An account’s own parameters replace those of its platform, and these replace those of all accounts.`}
        data={scopes}
        value={scope}
        onChange={(value) => setScope(value ?? ALL)}
        allowDeselect={false}
        searchable
      />
      <Rule
        key={`${scope} ${JSON.stringify(data.linkRules)}`}
        scope={scope}
        rule={data.linkRules.find((rule) => scopeOf(rule) === scope)}
        onChanged={refresh}
      />
      {data.linkRules.length > 0 && (
        <Text size="sm">
          <Trans>Set for: {data.linkRules.map((rule) => nameOf(scopeOf(rule))).join(', ')}</Trans>
        </Text>
      )}
    </Panel>
  );
}

const scopesOf = ({ list }: AccountList) => [
  { value: ALL, label: t`All accounts` },
  ...PLATFORMS.map((platform) => ({ value: platform, label: t`${platformName(platform)} accounts` })),
  ...list.map(({ id, username, platform }) => ({
    value: id,
    label: `@${username}${platform ? ` (${platformName(platform)})` : ''}`,
  })),
];

interface RuleProps {
  scope: string;
  rule: LinkRule | undefined;
  onChanged: () => void;
}

function Rule({ scope, rule, onChanged }: RuleProps) {
  const [, set] = useMutation(SET_LINK_PARAMETERS);
  const [values, setValues] = useState<Record<ParameterName, string>>(() => valuesOf(rule));
  const [hosts, setHosts] = useState(rule?.parameters.excludedHosts.join('\n') ?? '');
  const platform = oneOf(PLATFORMS, scope);
  const target = scope === ALL ? {} : platform ? { platform } : { accountId: scope };
  const save = async () => {
    const excludedHosts = hosts.split(/\s+/).filter(Boolean);
    const failure = failureOf(await set({ input: { ...target, parameters: { ...values, excludedHosts } } }));
    if (!failure) {
      showDone(t`Link parameters saved`);
      onChanged();
    }
    return failure;
  };
  const remove = async () => {
    const failure = failureOf(await set({ input: { ...target, parameters: null } }));
    if (failure) return showFailure(failure);
    showDone(t`Link parameters removed`);
    onChanged();
  };
  return (
    <>
      <Form action={t`Save`} onSubmit={save}>
        {PARAMETERS.map(({ name, label, example }) => (
          <TextInput
            key={name}
            label={t(label)}
            placeholder={example}
            value={values[name]}
            maxLength={100}
            onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <Text size="sm" c="dimmed">
          {t`${PLACES.platform}, ${PLACES.account} and ${PLACES.date} are replaced when a post is published.`}
        </Text>
        <Textarea
          label={t`Websites whose links stay as they are`}
          description={t`One in each line, such as example.com. Addresses below it are included.`}
          value={hosts}
          onChange={({ currentTarget }) => setHosts(currentTarget.value)}
          autosize
        />
        <Stack gap={4}>
          <Text size="sm">
            <Trans>A link becomes:</Trans>
          </Text>
          <Code block aria-label={t`Example`} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {exampleLink(values, platform?.toLowerCase() ?? 'microblog')}
          </Code>
        </Stack>
      </Form>
      {rule && (
        <Group>
          <Button variant="default" onClick={remove}>
            <Trans>Remove</Trans>
          </Button>
        </Group>
      )}
    </>
  );
}

const valuesOf = (rule: LinkRule | undefined): Record<ParameterName, string> => ({
  source: rule?.parameters.source ?? '',
  medium: rule?.parameters.medium ?? '',
  campaign: rule?.parameters.campaign ?? '',
  term: rule?.parameters.term ?? '',
  content: rule?.parameters.content ?? '',
});
