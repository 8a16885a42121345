import { t } from '@lingui/core/macro';
import { Box, Group } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './chart.module.css';

export interface HeatCell {
  /** From 0. */
  row: number;
  column: number;
  value: number;
  /** What the cell says when the pointer is on it. */
  label: string;
}

interface HeatMapProps {
  /** What it shows, in a sentence, for whom a picture says nothing. */
  title: string;
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly HeatCell[];
  /** Of the columns, every so many-th has its name. */
  namedColumns: number;
}

const CELL = 24;
const GAP = 2;
const LEFT = 40;
const FOOT = 18;
/** The palest cell with a value is still to be told from an empty one. */
const PALEST = 0.2;

/** A grid of cells: the stronger the color, the higher the value. Cells without a value are gray. */
export function HeatMap({ title, rows, columns, cells, namedColumns }: HeatMapProps) {
  const most = Math.max(...cells.map(({ value }) => value), 0);
  const strength = (value: number) => (most > 0 ? PALEST + (1 - PALEST) * (value / most) : PALEST);
  const byPlace = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  return (
    // Wider than a phone: it scrolls, also by keys.
    <Box component="section" className={classes.heat} tabIndex={0} aria-label={t`Picture: ${title}`}>
      <svg
        role="img"
        aria-label={title}
        viewBox={`0 0 ${LEFT + columns.length * CELL} ${rows.length * CELL + FOOT}`}
        className={classes.axes}
      >
        {rows.map((name, row) => (
          <g key={name}>
            <text x={0} y={row * CELL + CELL / 2} dominantBaseline="middle">
              {name}
            </text>
            {columns.map((hour, column) => {
              const cell = byPlace.get(`${row} ${column}`);
              return (
                <rect
                  key={hour}
                  x={LEFT + column * CELL}
                  y={row * CELL}
                  width={CELL - GAP}
                  height={CELL - GAP}
                  rx={3}
                  className={cell ? `${classes.fill} ${classes.cell}` : classes.nothing}
                  {...(cell && { fillOpacity: strength(cell.value) })}
                >
                  <title>{cell?.label ?? t`${name}, ${hour}: no posts`}</title>
                </rect>
              );
            })}
          </g>
        ))}
        {columns.map(
          (hour, column) =>
            column % namedColumns === 0 && (
              <text key={hour} x={LEFT + column * CELL} y={rows.length * CELL + FOOT - 4}>
                {hour}
              </text>
            ),
        )}
      </svg>
    </Box>
  );
}

const STRENGTHS = [0, 0.5, 1];

/** What the colors of the map say. */
export const HeatLegend = ({ none, least, most }: { none: string; least: string; most: string }) => (
  <Group gap="xs" c="dimmed" fz="xs">
    <span className={classes.legend} data-empty /> {none}
    <span>{least}</span>
    {STRENGTHS.map((value) => (
      <span
        key={value}
        className={classes.legend}
        style={{ '--strength': PALEST + (1 - PALEST) * value } as CSSProperties}
      />
    ))}
    <span>{most}</span>
  </Group>
);
