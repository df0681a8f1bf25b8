export {
  describeRow,
  type InputOf,
  type RowDescription,
  type RowMember,
  type RowOf,
} from './describe-row.js';
export { itemShapes } from './item-shapes.js';
export {
  ids,
  kept,
  optional,
  preset,
  required,
  stamped,
  system,
  texts,
  versioned,
} from './row-fields.js';
export { blanksOf, membersFor, type RowUse, sentPart } from './row-input.js';
export { rowList } from './row-list.js';
export { viewOf } from './row-view.js';
export { COLUMN_TYPES, LIST_TYPES } from './stored-types.js';
