import type { FieldId, FieldSettings, FieldType } from '@quittance/fields';

/** What a side table keeps the values of a field for. */
export type IndexPurpose = 'value' | 'reference' | 'unique';
/** Emptying: left-overs go first. Failed: values that should be unique are not. */
export type IndexState = 'emptying' | 'building' | 'ready' | 'failed';
/** In which typed column a value lies; of unique values whether the case of letters counts. */
export type IndexKind = 'text' | 'number' | 'boolean' | 'date' | 'instant' | 'id' | 'folded';

/** As much of a field as its place beside the documents depends on. */
export interface IndexedField {
  readonly id: FieldId;
  readonly name: string;
  readonly type: FieldType;
  readonly settings: FieldSettings;
  readonly unique: boolean;
  readonly indexed: boolean;
}

/**
 * Characters of a text that are kept beside the documents, the others are cut off: an entry of an
 * index holds 2,704 bytes, and a character has up to four. Only what is worked out is ever longer.
 */
export const KEPT_CHARACTERS = 500;

const VALUE_KINDS: Readonly<Partial<Record<FieldType, IndexKind>>> = {
  text: 'text',
  integer: 'number',
  number: 'number',
  currency: 'number',
  percent: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'instant',
  time: 'text',
  email: 'text',
  phone: 'text',
  picklist: 'text',
  auto_number: 'text',
};

const RESULT_KINDS: Readonly<Record<NonNullable<FieldSettings['resultType']>, IndexKind>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'instant',
};

/** The column for the values of a field; undefined where they are too long or no single value. */
export function valueKind({
  type,
  settings,
}: Pick<IndexedField, 'type' | 'settings'>): IndexKind | undefined {
  if (type !== 'formula' && type !== 'rollup') return VALUE_KINDS[type];
  const { stored = false, resultType = 'number' } = settings;
  return stored ? RESULT_KINDS[resultType] : undefined;
}

/** What is kept of a field beside the document, and as what. */
export function purposesOf(field: IndexedField): ReadonlyMap<IndexPurpose, IndexKind> {
  const { type, indexed, unique } = field;
  const purposes = new Map<IndexPurpose, IndexKind>();
  if (type === 'lookup' || type === 'master_detail') purposes.set('reference', 'id');
  const kind = valueKind(field);
  if (indexed && kind) purposes.set('value', kind);
  if (unique) purposes.set('unique', type === 'email' ? 'folded' : 'text');
  return purposes;
}
