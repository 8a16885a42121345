import { Text } from '@mantine/core';
import { formatOfMetric, METRICS, metricName, numberOf } from '../../metrics/metric.js';
import type { MetricValues } from '../../metrics/metrics.operations.js';
import classes from './results.module.css';

interface NumbersProps {
  /** Of the list. */
  name: string;
  values: MetricValues;
}

/** Every metric that was given, with its number. */
export const Numbers = ({ name, values }: NumbersProps) => (
  <ul className={classes.numbers} aria-label={name}>
    {METRICS.map((metric) => {
      const value = numberOf(values, metric);
      return (
        value !== null && (
          <li key={metric}>
            <Text size="xs" c="dimmed">
              {metricName(metric)}
            </Text>
            <Text className={classes.number}>{formatOfMetric(metric)(value)}</Text>
          </li>
        )
      );
    })}
  </ul>
);
