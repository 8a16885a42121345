import { formatSize } from '../../parts/formats.js';

const GIGABYTE = 1024 ** 3;

export const inGigabytes = (bytes: number): string => formatSize(bytes / GIGABYTE, 'gigabyte', 2);
