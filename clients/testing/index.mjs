export { startForTesting } from './index.cjs';
