export { withDeadline } from './deadline.js';
export { KeyedLimiter } from './keyed-limiter.js';
export { inLanes } from './lanes.js';
export { hasEndlessMarks, normalText } from './normal-text.js';
export { patternInWords } from './pattern-words.js';
export { type Random, systemRandom } from './random.js';
export { containsPart, isLongPart, splitAtPart } from './text-search.js';
export { mapInTurns, yieldIfDue } from './turns.js';
export { WorkBudget } from './work-budget.js';
