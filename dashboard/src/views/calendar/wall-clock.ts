import dayjs, { type ConfigType } from 'dayjs';
import { currentTimeZone, toEntered } from '../../parts/time.js';

const wallClock = (at?: ConfigType) => dayjs.utc(at === undefined ? toEntered(new Date(), currentTimeZone()) : at);

/**
 * What @mantine/schedule gets as dayjs (vite.config.mjs): times on a clock on the wall, without a zone. With dayjs
 * itself it would read them in the zone of the browser, where a day may have 23 or 25 hours, and a time may not exist.
 */
export default Object.assign(wallClock, dayjs);
