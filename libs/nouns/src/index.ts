export { blanksOf, type BodyUse, membersFor, sentPart } from './bodies.js';
export type { DescribedNoun } from './described-noun.js';
export { headOf, lineHeadOf } from './head.js';
export { itemShapes } from './item-shapes.js';
export { completed, hidden, type Member, optional, preset, required, system } from './member.js';
export type {
  AnswerOf,
  CopyOf,
  DraftOf,
  HeadRowOf,
  Members,
  PatchOf,
  RowOf,
} from './member-types.js';
export { memberWriters } from './member-writers.js';
export { nounList } from './noun-list.js';
export { copiedOf, describeNoun, printedOf } from './noun.js';
export { reachedIds } from './reached-ids.js';
export {
  amount,
  choicesOf,
  currencyCode,
  ids,
  items,
  lineAmount,
  serial,
  stamped,
  texts,
  versioned,
  words,
} from './usual-members.js';
