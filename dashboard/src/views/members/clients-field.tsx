import { plural, t } from '@lingui/core/macro';
import { MultiSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { useClients } from '../../shell/use-clients.js';
import { useViewer } from '../../shell/viewer.js';

/** Clients that one person can be limited to. */
const MAX_CLIENTS = 100;

export interface ChosenClient {
  id: string;
  displayName: string;
}

/** Of a form in which no client was chosen. */
export const NO_CLIENT: Failure = {
  code: 'MANAGED_USERS_INVALID',
  get message() {
    return t`Choose at least one client`;
  },
  details: {},
  requestId: null,
};

interface ClientsFieldProps {
  chosen: ChosenClient[];
  onChoose: (clients: ChosenClient[]) => void;
}

/** Chooses some of the clients of the account. The service searches them by name and address. */
export function ClientsField({ chosen, onChoose }: ClientsFieldProps) {
  const { id } = useViewer();
  const [typed, setTyped] = useState('');
  const { list, total } = useClients(id, typed, true);
  const ids = chosen.map((client) => client.id);
  const clients: (ChosenClient & { email?: string })[] = [
    ...chosen,
    ...list.filter((client) => !ids.includes(client.id)),
  ];
  const byId = new Map(clients.map((client) => [client.id, client]));
  const rest = total - list.length;
  return (
    <MultiSelect
      label={t`Clients`}
      description={
        rest > 0
          ? plural(rest, { one: '# more client: search by name', other: '# more clients: search by name' })
          : undefined
      }
      placeholder={chosen.length > 0 ? undefined : t`Search by name`}
      searchable
      data={clients.map(({ id: value, displayName: label }) => ({ value, label }))}
      filter={({ options }) => options}
      maxValues={MAX_CLIENTS}
      value={ids}
      onChange={(values) => onChoose(values.flatMap((value) => byId.get(value) ?? []))}
      searchValue={typed}
      onSearchChange={(text) => setTyped(text.slice(0, 200))}
      nothingFoundMessage={t`No client matches`}
      renderOption={({ option: { value, label } }) => (
        <div>
          <Text size="sm" truncate>
            {label}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {byId.get(value)?.email}
          </Text>
        </div>
      )}
    />
  );
}
