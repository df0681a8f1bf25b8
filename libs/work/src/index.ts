export { withDeadline } from './deadline.js';
export { Lanes } from './lanes.js';
export { hasEndlessMarks, normalText } from './normal-text.js';
export { type Random, systemRandom } from './random.js';
export { containsPart, isLongPart, splitAtPart } from './text-search.js';
export { mapInTurns, restIfDue } from './turns.js';
export { WorkBudget } from './work-budget.js';
