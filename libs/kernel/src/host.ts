export { manualClock } from './clock.js';
export { lastWords, problemCatalogue } from './errors.js';
