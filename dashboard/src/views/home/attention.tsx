import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Paper, Text, Title } from '@mantine/core';
import { AlertFillIcon, AlertIcon } from '@primer/octicons-react';
import { ButtonLink } from '../../parts/link.js';
import classes from './home.module.css';
import type { Problem } from './problems.js';

/** What needs the person, each with a link to its cure. */
export const Attention = ({ problems }: { problems: Problem[] }) => (
  <Paper component="section" withBorder aria-labelledby="attention">
    <div className={classes.panelHead}>
      <Title order={2} size="h4" id="attention">
        <Plural value={problems.length} one="# thing needs you" other="# things need you" />
      </Title>
    </div>
    <ul className={classes.rows}>
      {problems.map(({ key, isUrgent, title, detail, action, cure }) => (
        <li key={key} className={classes.problem}>
          {isUrgent ? (
            <AlertFillIcon className={classes.urgent} aria-label={t`Failed`} />
          ) : (
            <AlertIcon className={classes.soon} aria-label={t`Soon`} />
          )}
          <div className={classes.words}>
            <Text fw={500} lineClamp={2}>
              {title}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {detail}
            </Text>
          </div>
          <ButtonLink {...cure} size="xs" variant="default" aria-label={`${action}: ${title}`}>
            {action}
          </ButtonLink>
        </li>
      ))}
    </ul>
  </Paper>
);
