import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { SETTINGS_IN_WORDS } from '../../composer/words.js';
import { formatNumber } from '../../parts/formats.js';
import { platformName } from '../../parts/platform.js';
import { type GroupStatus, STATUS } from '../../parts/post-status.js';
import { Time } from '../../parts/time.js';
import classes from './history.module.css';
import type { Change } from './history.operations.js';
import { diffOf } from './text-diff.js';

/** The name of the account with a platform id. */
export type NameOf = (platformId: string) => string;

/** A change in words; of a text, with what was removed and added. */
export function VersionChange({ change, nameOf }: { change: Change; nameOf: NameOf }) {
  const { field, subject, before, after } = change;
  const name = subject ?? '';
  switch (field) {
    case 'CONTENT':
      return <TextChange label={t`Text`} before={before} after={after} />;
    case 'ACCOUNT':
      return <Line>{after === null ? t`Removed ${nameOf(name)}` : t`Added ${nameOf(name)}`}</Line>;
    case 'ACCOUNT_CONTENT':
      return after === null ? (
        <Line>{t`${nameOf(name)} has the text of the post`}</Line>
      ) : (
        <TextChange label={t`Text for ${nameOf(name)}`} before={before} after={after} />
      );
    case 'ACCOUNT_FIRST_COMMENT':
      return after === null ? (
        <Line>{t`${nameOf(name)} has the first comment of its platform`}</Line>
      ) : (
        <TextChange label={t`First comment for ${nameOf(name)}`} before={before} after={after} />
      );
    case 'STATUS':
      return <Line>{`${labelOf(before)} → ${labelOf(after)}`}</Line>;
    case 'SCHEDULED_TIME':
      return (
        <Line>
          <Trans>
            Time: <At at={before} /> → <At at={after} />
          </Trans>
        </Line>
      );
    case 'SETTING':
      return <Line>{settingInWords(name, before, after)}</Line>;
    case 'VIDEO_TIMESTAMP':
      return <Line>{t`Cover of the video: ${seconds(before)} → ${seconds(after)}`}</Line>;
    case 'ADD_SIGNATURE':
      return <Line>{after === 'true' ? t`Signature: added` : t`Signature: left off`}</Line>;
    case 'ADD_LINK_PARAMETERS':
      return <Line>{after === 'true' ? t`Link parameters: added` : t`Link parameters: left off`}</Line>;
    case 'FILE':
      return <Line>{after === null ? t`Removed ${name}` : t`Added ${name}`}</Line>;
    case 'FILE_ORDER':
      return <Line>{t`Order of the files: ${after ?? ''}`}</Line>;
    case 'ALT_TEXT':
      return <TextChange label={t`Alternative text of ${name}`} before={before} after={after} />;
  }
}

const Line = ({ children }: { children: React.ReactNode }) => (
  <Text size="sm" className={classes.line}>
    {children}
  </Text>
);

const At = ({ at }: { at: string | null }) => (at ? <Time at={at} /> : t`none`);

const labelOf = (status: string | null): string => STATUS[status as GroupStatus]?.label ?? '';
const seconds = (milliseconds: string | null): string =>
  milliseconds === null ? t`chosen by the platform` : t`at ${formatNumber(Number(milliseconds) / 1000)} s`;

function settingInWords(subject: string, before: string | null, after: string | null): string {
  const [platform = '', setting = ''] = subject.split('.');
  const words = SETTINGS_IN_WORDS[platform]?.[setting];
  const label = words ? t(words.label) : setting;
  const shown = (value: string | null) => {
    if (value === 'true' || value === 'false') return value === 'true' ? t`yes` : t`no`;
    const choice = words?.choices?.[value?.toUpperCase() ?? '']?.[0];
    return choice ? t(choice) : value || t`none`;
  };
  return `${platformName(platform)}, ${label}: ${shown(before)} → ${shown(after)}`;
}

function TextChange({ label, before, after }: { label: string; before: string | null; after: string | null }) {
  const parts = useMemo(() => diffOf(before ?? '', after ?? ''), [before, after]);
  let at = 0;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div" className={classes.text}>
        {parts.map(({ kind, text }) => {
          const key = at;
          at += 1;
          if (kind === 'same') return <span key={key}>{text}</span>;
          return kind === 'removed' ? (
            <del key={key} className={classes.removed}>
              {text}
            </del>
          ) : (
            <ins key={key} className={classes.added}>
              {text}
            </ins>
          );
        })}
      </Text>
    </div>
  );
}
