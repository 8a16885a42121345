import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { type ApiKeyScope, CREATE_API_KEY } from './api-keys.operations.js';

interface Choice {
  scope: ApiKeyScope;
  label: MessageDescriptor;
  description: MessageDescriptor;
  /** Chosen unless its creator takes it away. */
  isUsual?: boolean;
}

/** What a key can be allowed besides reading. */
const SCOPES: Choice[] = [
  {
    scope: 'PUBLISH',
    label: msg`May publish`,
    description: msg`Create, change and delete posts and files, comment, and remove what is live.`,
    isUsual: true,
  },
  {
    scope: 'DRAFT',
    label: msg`Drafts only`,
    description: msg`Create and change drafts and their files. Enough for an assistant that proposes posts: you schedule them.`,
  },
  {
    scope: 'MANAGE',
    label: msg`May manage webhooks and clients`,
    description: msg`Clients require workspace access, too.`,
    isUsual: true,
  },
  {
    scope: 'WORKSPACE',
    label: msg`May act for clients`,
    description: msg`Works if your account has workspace access, too.`,
  },
  {
    scope: 'MCP',
    label: msg`May be used by an MCP client`,
    description: msg`Works if your account has MCP access, too.`,
  },
];

interface CreateApiKeyProps {
  onCreated: (rawKey: string) => void;
  onClose: () => void;
}

export function CreateApiKey({ onCreated, onClose }: CreateApiKeyProps) {
  const [, create] = useMutation(CREATE_API_KEY);
  const [publishes, setPublishes] = useState(true);
  const submit = async ({ name = '', ...checked }: Record<string, string>) => {
    const scopes = SCOPES.map(({ scope }) => scope).filter((scope) => scope in checked);
    const input = { name, scopes };
    const result = await create({ input });
    if (result.data?.createApiKey) onCreated(result.data.createApiKey.rawKey);
    return failureOf(result);
  };
  return (
    <Dialog onClose={onClose} title={t`New API key`}>
      <Form action={t`Create`} onSubmit={submit}>
        <TextInput
          name="name"
          label={t`Name`}
          description={t`The program that it is for`}
          required
          withAsterisk={false}
          maxLength={100}
          data-autofocus
        />
        <Checkbox label={t`May read everything in your account`} checked readOnly disabled />
        {SCOPES.map(({ scope, label, description, isUsual = false }) => (
          <Checkbox
            key={scope}
            name={scope}
            label={t(label)}
            description={t(description)}
            defaultChecked={isUsual}
            // A key that may publish writes drafts, too.
            disabled={scope === 'DRAFT' && publishes}
            {...(scope === 'PUBLISH' && { onChange: ({ currentTarget }) => setPublishes(currentTarget.checked) })}
          />
        ))}
      </Form>
    </Dialog>
  );
}
