import { TextInput } from '@mantine/core';

interface PercentProps {
  label: string;
  /** Fractions. */
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** A fraction, entered in percent. */
export const Percent = ({ label, value, max, onChange }: PercentProps) => (
  <TextInput
    type="number"
    label={`${label} (%)`}
    min={0}
    max={Math.round(1000 * max) / 10}
    step={0.1}
    value={Math.round(1000 * value) / 10}
    onChange={({ currentTarget: { valueAsNumber: percent } }) => {
      if (percent >= 0 && percent <= 100) onChange(Math.min(max, percent / 100));
    }}
  />
);
