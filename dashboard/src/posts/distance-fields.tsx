import { plural, t } from '@lingui/core/macro';
import { NumberInput, Select } from '@mantine/core';
import type { Unit } from './bulk-plan.js';

interface AmountProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** How many units. */
export const Amount = ({ label, value, onChange }: AmountProps) => (
  <NumberInput
    label={label}
    w="7rem"
    min={1}
    max={1000}
    allowDecimal={false}
    clampBehavior="strict"
    value={value}
    onChange={(entered) => typeof entered === 'number' && entered >= 1 && onChange(entered)}
  />
);

interface UnitSelectProps<Chosen extends Unit> {
  units: readonly Chosen[];
  /** Of the units, for the plural. */
  amount: number;
  value: Chosen;
  onChange: (value: Chosen) => void;
}

const IN_WORDS: Record<Unit, (amount: number) => string> = {
  minute: (amount) => plural(amount, { one: 'minute', other: 'minutes' }),
  hour: (amount) => plural(amount, { one: 'hour', other: 'hours' }),
  day: (amount) => plural(amount, { one: 'day', other: 'days' }),
  week: (amount) => plural(amount, { one: 'week', other: 'weeks' }),
};

export const UnitSelect = <Chosen extends Unit>({ units, amount, value, onChange }: UnitSelectProps<Chosen>) => (
  <Select
    aria-label={t`Unit`}
    w="8rem"
    data={units.map((unit) => ({ value: unit, label: IN_WORDS[unit](amount) }))}
    value={value}
    onChange={(chosen) => onChange(units.find((unit) => unit === chosen) ?? value)}
    allowDeselect={false}
  />
);
