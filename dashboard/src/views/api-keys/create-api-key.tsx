import { Checkbox, TextInput } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { CREATE_API_KEY } from './api-keys.operations.js';

interface CreateApiKeyProps {
  onCreated: (rawKey: string) => void;
  onClose: () => void;
}

export function CreateApiKey({ onCreated, onClose }: CreateApiKeyProps) {
  const [, create] = useMutation(CREATE_API_KEY);
  const submit = async ({ name = '', mcpAccess, workspaceAccess }: Record<string, string>) => {
    const input = { name, mcpAccess: mcpAccess !== undefined, workspaceAccess: workspaceAccess !== undefined };
    const result = await create({ input });
    if (result.data?.createApiKey) onCreated(result.data.createApiKey.rawKey);
    return failureOf(result);
  };
  return (
    <Dialog onClose={onClose} title="New API key">
      <Form action="Create" onSubmit={submit}>
        <TextInput
          name="name"
          label="Name"
          description="The program that it is for"
          required
          withAsterisk={false}
          maxLength={100}
          data-autofocus
        />
        <Checkbox
          name="workspaceAccess"
          label="May act for managed users"
          description="Works if your account has workspace access, too."
        />
        <Checkbox
          name="mcpAccess"
          label="May be used by an MCP client"
          description="Works if your account has MCP access, too."
        />
      </Form>
    </Dialog>
  );
}
