import { t } from '@lingui/core/macro';
import { Box, Button, List, Text } from '@mantine/core';
import { AlertIcon, InfoIcon } from '@primer/octicons-react';
import { memo } from 'react';
import { formatList } from '../parts/formats.js';
import { type Platform, platformName } from '../parts/platform.js';
import { PlatformGlyph } from '../parts/platform-glyph.js';
import type { Issue } from './compose.operations.js';
import classes from './issues.module.css';
import { inWords } from './words.js';

/** A button that repairs what an issue is about. */
export interface Fix {
  label: string;
  run: () => unknown;
}

interface IssuesProps {
  issues: Issue[];
  label: string;
  /** The repairs of an issue that exist. */
  fixOf?: (issue: Issue) => Fix | null;
}

/** Problems, beside what they are about, with suggestions and repairs. */
export const Issues = memo(function Issues({ issues, label, fixOf }: IssuesProps) {
  return (
    <Box aria-live="polite" className={classes.issues}>
      {issues.length > 0 && (
        <List listStyleType="none" spacing={4} aria-label={label} size="sm">
          {grouped(issues).map(({ key, issue, platforms, message }) => {
            const { severity, suggestions } = issue;
            const isError = severity === 'ERROR';
            const Icon = isError ? AlertIcon : InfoIcon;
            const fix = fixOf?.(issue);
            return (
              <List.Item key={key}>
                <div className={classes.issue}>
                  <div className={classes.issueText}>
                    <Text span c={isError ? 'var(--mantine-color-error)' : 'dimmed'} lh={1.4}>
                      <Icon
                        aria-label={isError ? t`Problem` : t({ message: 'Note', context: 'not a problem' })}
                        size={14}
                      />
                    </Text>
                    {platforms.map((platform) => (
                      <PlatformGlyph key={platform} platform={platform} size={16} />
                    ))}
                    <Text size="sm" c={isError ? 'var(--mantine-color-error)' : 'dimmed'}>
                      {[message, ...(suggestions ?? []).map(inWords)].map(asSentence).join(' ')}
                    </Text>
                  </div>
                  {fix && (
                    <Button size="compact-xs" variant="default" onClick={fix.run}>
                      {fix.label}
                    </Button>
                  )}
                </div>
              </List.Item>
            );
          })}
        </List>
      )}
    </Box>
  );
});

interface Grouped {
  key: string;
  /** The first of them. */
  issue: Issue;
  platforms: Platform[];
  message: string;
}

const NAME = '\u0000';

/** Issues that say all in their code: the dashboard's words, for names of platforms. */
const REQUIRED: Partial<Record<Issue['code'], (platforms: string) => string>> = {
  MEDIA_REQUIRED: (platforms) => t`${platforms} posts require media`,
  VIDEO_REQUIRED: (platforms) => t`${platforms} posts require a video`,
};

/** Issues that differ only in their platform are one. */
function grouped(issues: Issue[]): Grouped[] {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) {
    const { code, field, message, platform, suggestions } = issue;
    const template = platform
      ? (REQUIRED[code]?.(NAME) ?? inWords(message).replaceAll(platformName(platform), NAME))
      : inWords(message);
    const key = JSON.stringify([code, field, template, suggestions]);
    groups.set(key, [...(groups.get(key) ?? []), issue]);
  }
  return [...groups].flatMap(([key, [issue, ...others]]) => {
    if (!issue) return [];
    const platforms = [...new Set([issue, ...others].flatMap(({ platform }) => platform ?? []))];
    const [, , template] = JSON.parse(key) as [string, string, string];
    return { key, issue, platforms, message: template.replaceAll(NAME, formatList(platforms.map(platformName))) };
  });
}

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const FILE_FIELDS = /^(media|image|video|altText)/;

/** Where an issue is shown. */
type Place = 'text' | 'settings' | 'files';

export const placeOf = ({ field }: Issue): Place =>
  FILE_FIELDS.test(field) ? 'files' : field === 'settings' || field === 'title' ? 'settings' : 'text';
