/** Values of a platform's credential fields. */
import { AppError } from '../../foundation/errors/app-error.js';
import type { CredentialField } from '../../platforms/port/platform.js';

/** By field name; omitted fields are empty. */
export type TypedValues = ReadonlyMap<string, string>;

/** Longer than any token or address of a platform. */
const MAX_VALUE = 10_000;

/** Every field of the platform, the missing ones empty. A field that it does not have is an error that names it. */
export function readFields(fields: readonly CredentialField[], values: TypedValues): Record<string, string> {
  for (const name of values.keys()) {
    if (!fields.some((field) => field.name === name)) {
      throw new AppError('CREDENTIAL_FIELD_INVALID', { label: name, reason: 'is not a field of this platform' });
    }
  }
  return Object.fromEntries(
    fields.map(({ name, label, optional }) => {
      const value = values.get(name)?.trim() ?? '';
      if (value === '' && !optional) {
        throw new AppError('CREDENTIAL_FIELD_INVALID', { label, reason: 'is required' });
      }
      if (value.length > MAX_VALUE) {
        throw new AppError('CREDENTIAL_FIELD_INVALID', { label, reason: 'is too long' });
      }
      return [name, value];
    }),
  );
}

/** The error of a field whose value the platform's adapter rejected. */
export function invalidField(
  fields: readonly CredentialField[],
  { field, reason }: { field: string; reason: string },
): AppError {
  const label = fields.find(({ name }) => name === field)?.label ?? field;
  return new AppError('CREDENTIAL_FIELD_INVALID', { label, reason });
}
