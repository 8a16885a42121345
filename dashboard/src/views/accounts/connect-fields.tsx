import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import type { Failure } from '../../api/failure.js';
import { PasswordField } from '../../parts/password-field.js';
import type { ConnectField } from './accounts.operations.js';

/** A form's inputs as the platform describes them. Each problem is shown beside its field. */
export const ConnectFields = ({ fields, failure }: { fields: readonly ConnectField[]; failure: Failure | null }) =>
  fields.map(({ name, label, hint, secret, optional }) => {
    const common = {
      name,
      label: optional ? t`${label} (optional)` : label,
      description: hint,
      required: !optional,
      withAsterisk: false,
      autoComplete: 'off',
      // The API names it by its label.
      error: failure?.details.label === label ? String(failure.details.reason) : undefined,
    };
    return secret ? <PasswordField key={name} {...common} /> : <TextInput key={name} {...common} />;
  });

/** The entered values as the API takes them, without empty optional ones. */
export const toCredentials = (fields: readonly ConnectField[], values: Record<string, string>) =>
  fields.flatMap(({ name, optional }) => {
    const value = values[name]?.trim() ?? '';
    return value === '' && optional ? [] : [{ name, value }];
  });
