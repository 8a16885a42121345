import { useElementSize } from '@mantine/hooks';
import { Axes, areaOf, HEIGHT } from './axes.js';
import classes from './chart.module.css';
import { axisLabels, lineThrough, scaleOf, ticksBetween } from './scale.js';

export interface LinePoint {
  key: string;
  /** Below the axis. */
  label: string;
  /** Its place on the axis, such as a time in milliseconds; ascending. */
  x: number;
  /** Null: not given. The line has a gap. */
  value: number | null;
}

interface LineChartProps {
  /** What it shows, in a sentence, for whom a picture says nothing. */
  title: string;
  points: readonly LinePoint[];
  /** The number of a point, beside its label, when the pointer is on it. */
  format: (value: number) => string;
  /** The least value of the axis; omitted: near the least of the points. */
  from?: number;
  /** In pixels. */
  height?: number;
}

/** A line through values. */
export function LineChart({ title, points, format, from, height = HEIGHT }: LineChartProps) {
  const { ref, width } = useElementSize();
  const known = points.flatMap(({ value }) => value ?? []);
  const ticks = ticksBetween(from ?? Math.min(...known), Math.max(...known));
  const labels = axisLabels(ticks);
  const area = areaOf(width, height, labels);
  const xOf = scaleOf([points[0]?.x ?? 0, points.at(-1)?.x ?? 0], [area.left + 4, area.right - 4]);
  const yOf = scaleOf([ticks[0] ?? 0, ticks.at(-1) ?? 1], [area.bottom, area.top]);
  const placed = points.map(({ key, label, x, value }) => ({
    ...{ key, label, value, x: xOf(x) },
    y: value === null ? null : yOf(value),
  }));
  return (
    <div ref={ref} className={classes.picture} style={{ minHeight: height }}>
      {width > 0 && known.length > 0 && (
        <svg role="img" aria-label={title} viewBox={`0 0 ${width} ${height}`}>
          <Axes
            area={area}
            lines={ticks.map((tick, index) => ({ y: yOf(tick), label: labels[index] ?? '' }))}
            places={placed}
          />
          <path d={lineThrough(placed)} className={classes.line} />
          {placed.map(
            ({ key, label, x, y, value }) =>
              y !== null &&
              value !== null && (
                <circle key={key} cx={x} cy={y} r={3} className={classes.dot}>
                  <title>{`${label}: ${format(value)}`}</title>
                </circle>
              ),
          )}
        </svg>
      )}
    </div>
  );
}
