import { Trans } from '@lingui/react/macro';
import { Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { ButtonLink } from '../../parts/link.js';
import classes from './home.module.css';
import type { Step } from './steps.js';

/** The first steps of a new account; only the next one has a button. */
export function Checklist({ steps }: { steps: Step[] }) {
  const total = steps.length;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Paper component="section" withBorder aria-labelledby="first-steps">
      <div className={classes.panelHead}>
        <Title order={2} size="h4" id="first-steps">
          <Trans>First steps</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>
            {done} of {total} done
          </Trans>
        </Text>
      </div>
      <ol className={classes.rows}>
        {steps.map((step) => (
          <li key={step.title} className={classes.step} data-done={step.isDone || undefined}>
            {step.isDone ? <CheckCircleFillIcon className={classes.done} /> : <CircleIcon className={classes.open} />}
            <div>
              <Text fw={500}>
                {step.title}
                {step.isDone && (
                  <VisuallyHidden>
                    , <Trans context="step">done</Trans>
                  </VisuallyHidden>
                )}
              </Text>
              {!step.isDone && (
                <Text size="sm" c="dimmed">
                  {step.detail}
                </Text>
              )}
            </div>
            {step === next && (
              <ButtonLink to={step.to} size="xs">
                {step.action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Paper>
  );
}
