import { t } from '@lingui/core/macro';
import classes from './home.module.css';

interface Day {
  from: string;
  label: string;
  published: number;
  failed: number;
}

const HEIGHT = 56;
const WIDTH = 10;
const GAP = 3;
/** Days without posts have a foot, so that the days can be counted. */
const FOOT = 2;

/** A bar for each day: published posts, and failed ones on top. Hovering a day shows its numbers. */
export function Bars({ title, days }: { title: string; days: Day[] }) {
  const most = Math.max(1, ...days.map(({ published, failed }) => published + failed));
  const scale = (HEIGHT - FOOT) / most;
  return (
    <svg
      role="img"
      aria-label={title}
      viewBox={`0 0 ${days.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
      className={classes.bars}
      preserveAspectRatio="none"
    >
      {days.map(({ from, label, published, failed }, index) => {
        const x = index * (WIDTH + GAP);
        const [good, bad] = [published * scale, failed * scale];
        return (
          <g key={from}>
            <title>
              {failed > 0 ? t`${label}: ${published} published, ${failed} failed` : t`${label}: ${published} published`}
            </title>
            <rect x={x} width={WIDTH} height={HEIGHT} fill="transparent" />
            <rect x={x} y={HEIGHT - FOOT} width={WIDTH} height={FOOT} className={classes.track} />
            <rect x={x} y={HEIGHT - FOOT - good} width={WIDTH} height={good} className={classes.fill} />
            <rect x={x} y={HEIGHT - FOOT - good - bad} width={WIDTH} height={bad} className={classes.failed} />
          </g>
        );
      })}
    </svg>
  );
}
