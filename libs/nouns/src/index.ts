export { headOf } from './head.js';
export type {
  AnswerOf,
  CopyOf,
  DraftOf,
  HeadOf,
  HeadRowOf,
  Members,
  PatchOf,
  PrintedOf,
  RowOf,
} from './member-types.js';
export {
  amount,
  boolean,
  currencyCode,
  date,
  id,
  instant,
  integer,
  json,
  type Member,
  serial,
  text,
  typed,
  word,
} from './member.js';
export { describeNoun, type Noun } from './noun.js';
