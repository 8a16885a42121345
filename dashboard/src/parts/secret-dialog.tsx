import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyField } from './copy-field.js';
import { Dialog } from './dialog.js';

interface SecretDialogProps {
  title: string;
  /** The label of the secret: `API key`. */
  label: string;
  secret: string;
  /** The purpose of the secret. */
  children: ReactNode;
  onClose: () => void;
}

/** Shows a secret once. Only its button closes it, not a click outside. */
export const SecretDialog = ({ title, label, secret, children, onClose }: SecretDialogProps) => (
  <Dialog onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
    <Stack>
      <Alert
        color="orange"
        title={t`Copy it now: it is not shown again`}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        {children}
      </Alert>
      <CopyField label={label} value={secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>
          <Trans>I have copied it</Trans>
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
