export {
  address,
  boolean,
  currency,
  date,
  datetime,
  describeField,
  email,
  type FieldDescription,
  integer,
  json,
  lookup,
  number,
  phone,
  picklist,
  richText,
  text,
  textarea,
} from './describe.js';
export {
  type Fault,
  type JsonSchema,
  MAX_READ_WORK,
  type ReadContext,
  type Reading,
  type SchemaTerms,
  TOO_MUCH_WORK,
} from './field-kind.js';
export {
  COMPUTED_TYPES,
  type Field,
  FIELD_TYPES,
  type FieldId,
  type FieldSettings,
  type FieldStorage,
  type FieldType,
  type FieldValue,
  type FieldValues,
  type OnDelete,
  type PicklistOption,
  type Portal,
  type PortalAccess,
  PORTALS,
} from './field.js';
export { KINDS, UNINDEXED_TYPES, UNIQUE_TYPES } from './kinds.js';
export { readSettings } from './read-settings.js';
export { type ReadOptions, readValues, type ReadValues } from './read-values.js';
export { fileFault } from './relation-kinds.js';
export { withArticle } from './with-article.js';
