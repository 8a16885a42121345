import classes from './chart.module.css';
import { shownLabels } from './scale.js';

/** The usual height, in pixels. */
export const HEIGHT = 200;
const FOOT = 22;
const TOP = 8;
const LETTER = 7;
/** The least width of a label below, with its distance. */
const LABEL = 76;
const DISTANCE = 12;

export interface Area {
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The part of a picture that is left for values, beside the labels of the axis. */
export const areaOf = (width: number, height: number, labels: readonly string[]): Area => ({
  height,
  left: Math.max(...labels.map(({ length }) => length)) * LETTER + 8,
  right: Math.max(1, width - 8),
  top: TOP,
  bottom: height - FOOT,
});

interface AxesProps {
  area: Area;
  /** The lines across, with their labels. */
  lines: readonly { y: number; label: string }[];
  /** The places below, with their labels; as many labels as fit are shown. */
  places: readonly { key: string; x: number; label: string }[];
}

/** Lines across, their values at the left, and names below. */
export function Axes({ area, lines, places }: AxesProps) {
  const wide = Math.max(LABEL, ...places.map(({ label }) => label.length * LETTER + DISTANCE));
  // The outer labels would be cut off at the edges: they are beside their places.
  const centers = places.map(({ x }) => Math.min(Math.max(x, area.left + wide / 2), area.right - wide / 2));
  const shown = shownLabels(centers, wide);
  return (
    <g className={classes.axes}>
      {lines.map(({ y, label }) => (
        <g key={label}>
          <line x1={area.left} x2={area.right} y1={y} y2={y} />
          <text x={area.left - 8} y={y} textAnchor="end" dominantBaseline="middle">
            {label}
          </text>
        </g>
      ))}
      {shown.map((index) => {
        const place = places[index];
        if (!place) return null;
        const anchor = place.x < area.left + wide / 2 ? 'start' : place.x > area.right - wide / 2 ? 'end' : 'middle';
        const x = anchor === 'start' ? area.left : anchor === 'end' ? area.right : place.x;
        return (
          <text key={place.key} x={x} y={area.height - 4} textAnchor={anchor}>
            {place.label}
          </text>
        );
      })}
    </g>
  );
}
