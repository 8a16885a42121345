import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { CopyField } from '../../parts/copy-field.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { longDate } from '../../parts/formats.js';
import { daysIn } from './analytics-search.js';
import { ReportLinks } from './report-links.js';
import { CREATE_REPORT_LINK, REPORT_LINKS } from './report-links.operations.js';
import type { ResultsFilter } from './results-file.operations.js';

interface ShareReportProps {
  /** What the report is of. */
  filter: ResultsFilter;
  onClose: () => void;
}

const DEFAULT_DAYS = 30;

/** Creates a link to a report of what is shown, for somebody without a login. The link is shown once. */
export function ShareReport({ filter, onClose }: ShareReportProps) {
  const [, create] = useMutation(CREATE_REPORT_LINK);
  const [links, refresh] = useRefetchingQuery({ query: REPORT_LINKS, variables: {} });
  const [created, setCreated] = useState<{ url: string; name: string } | null>(null);
  const { from, to } = daysIn(filter);
  const period = `${longDate(from)} – ${longDate(to)}`;
  const submit = async ({ name = '', days = '' }: Record<string, string>) => {
    const result = await create({ input: { filter, name: name.trim(), days: Number(days) } });
    const made = result.data?.createReportLink;
    if (made) setCreated({ url: made.url, name: made.reportLink.name });
    refresh();
    return failureOf(result);
  };
  return (
    <Dialog title={t`Share a report`} onClose={onClose} closeOnClickOutside={created === null}>
      <Stack>
        {created ? (
          <CopyField
            label={t`Link to ${created.name}`}
            description={t`Send it to the person. It is shown only now.`}
            value={created.url}
          />
        ) : (
          <>
            <Text size="sm">
              <Trans>
                The link opens a page with the numbers of {period} and of the filters that are set now, for somebody
                without a login: a client, for example. The numbers stay as they are today. Anybody who has the link can
                read them.
              </Trans>
            </Text>
            <Form action={t`Create the link`} onSubmit={submit}>
              <TextInput
                label={t`Title of the page`}
                name="name"
                autoComplete="off"
                defaultValue={t`Report ${period}`}
                maxLength={200}
                required
                withAsterisk={false}
                data-autofocus
              />
              <NumberInput
                label={t`Days until it expires`}
                name="days"
                min={1}
                max={90}
                allowDecimal={false}
                defaultValue={DEFAULT_DAYS}
                required
                withAsterisk={false}
                maw="12rem"
              />
            </Form>
          </>
        )}
        <ReportLinks state={links} onChanged={refresh} />
      </Stack>
    </Dialog>
  );
}
