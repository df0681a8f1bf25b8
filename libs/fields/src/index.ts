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
  type ReadContext,
  type Reading,
  readWork,
} from './field-kind.js';
export {
  type Field,
  type FieldId,
  type FieldSettings,
  type FieldType,
  type FieldValue,
  type FieldValues,
  type PicklistOption,
  type Portal,
  type PortalAccess,
  PORTALS,
} from './field.js';
export { sentFaults, fieldTypes, KINDS } from './kinds.js';
export { WrongValue } from './wrong-value.js';
export { readSettings } from './read-settings.js';
export { type ReadOptions, readValues } from './read-values.js';
export { withArticle } from './with-article.js';
