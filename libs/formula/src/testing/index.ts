export { inputOf, scopeOf } from './evaluated.js';
export { COSTLY, ENDLESS, LONG, REFUSED } from './hostile-cases.js';
