import { t } from '@lingui/core/macro';
import { useElementSize } from '@mantine/hooks';
import { Axes, areaOf, HEIGHT } from './axes.js';
import classes from './chart.module.css';
import { axisLabels, scaleOf, ticksBetween } from './scale.js';

export interface Bar {
  key: string;
  /** Below the axis. */
  label: string;
  /** Null: not given. The bar is missing. */
  value: number | null;
  /** In place of a number that is not given; omitted: `No number`. */
  missing?: string;
}

interface BarChartProps {
  /** What it shows, in a sentence, for whom a picture says nothing. */
  title: string;
  bars: readonly Bar[];
  /** The number of a bar, beside its label, when the pointer is on it. */
  format: (value: number) => string;
  /** In pixels. */
  height?: number;
}

const WIDEST = 40;

/** A bar for each value, from 0. */
export function BarChart({ title, bars, format, height = HEIGHT }: BarChartProps) {
  const { ref, width } = useElementSize();
  const ticks = ticksBetween(0, Math.max(1, ...bars.map(({ value }) => value ?? 0)));
  const labels = axisLabels(ticks);
  const area = areaOf(width, height, labels);
  const band = (area.right - area.left) / Math.max(1, bars.length);
  const thick = Math.max(1, Math.min(WIDEST, band * 0.7));
  const yOf = scaleOf([0, ticks.at(-1) ?? 1], [area.bottom, area.top]);
  const placed = bars.map((bar, index) => ({ ...bar, x: area.left + band * (index + 0.5) }));
  return (
    <div ref={ref} className={classes.picture} style={{ minHeight: height }}>
      {width > 0 && (
        <svg role="img" aria-label={title} viewBox={`0 0 ${width} ${height}`}>
          <Axes
            area={area}
            lines={ticks.map((tick, index) => ({ y: yOf(tick), label: labels[index] ?? '' }))}
            places={placed}
          />
          {placed.map(({ key, label, value, missing = t`No number`, x }) => (
            <g key={key} className={classes.bar}>
              <title>{`${label}: ${value === null ? missing : format(value)}`}</title>
              <rect x={x - band / 2} y={area.top} width={band} height={area.bottom - area.top} fill="transparent" />
              {value !== null && (
                <rect
                  x={x - thick / 2}
                  y={yOf(value)}
                  width={thick}
                  height={area.bottom - yOf(value)}
                  className={classes.fill}
                />
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
