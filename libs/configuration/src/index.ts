export { type ConfigurationStore, ConfigurationStores } from './configuration-stores.js';
export {
  anyShape,
  dateShape,
  flagShape,
  integerShape,
  listShape,
  membersShape,
  nullableShape,
  objectShape,
  oneOfShape,
  orTextShape,
  patternShape,
  type ItemShape,
  textShape,
} from './item-shape.js';
export { logConfiguration } from './log-configuration.js';
export { isKnownTo } from './private-states.js';
export { findRevision, type Revision, revisionsOfChange } from './revision.queries.js';
export {
  type ConfigurationChange,
  type ConfigurationState,
  recordRevision,
  type RevisionId,
} from './revision.js';
export { ItemsRefused, maySeePart, partDenied, refusalErrors, refusalsOf } from './setup-faults.js';
export { type SetupItem } from './setup-item.js';
export { type AdaptedItem, type SetupChange, type SetupPart, SetupParts } from './setup-parts.js';
export {
  ReferenceNames,
  type ReferredRecord,
  type SetupReference,
  type TargetOf,
} from './setup-references.js';
