import { t } from '@lingui/core/macro';
import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';

interface CopyFieldProps {
  label: string;
  description?: string;
  value: string;
}

/** A value that is needed elsewhere: a link, a key, a secret. */
export const CopyField = ({ label, description, value }: CopyFieldProps) => (
  <Group align="flex-end" gap="xs">
    <TextInput
      flex="1 1 14rem"
      label={label}
      description={description}
      value={value}
      readOnly
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={copied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
      )}
    </CopyButton>
  </Group>
);
