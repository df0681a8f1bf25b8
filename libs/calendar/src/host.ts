export { fromEpochDay } from './dates.js';
