import type { BlankAs } from '@quittance/formula';
import type { Id } from '@quittance/kernel';

export type FieldId = Id<'field'>;

/** What a field can hold. The same types serve standard fields and custom ones. */
export const FIELD_TYPES = [
  'text',
  'textarea',
  'rich_text',
  'integer',
  'number',
  'currency',
  'percent',
  'boolean',
  'date',
  'datetime',
  'time',
  'email',
  'phone',
  'url',
  'picklist',
  'multi_select',
  'lookup',
  'master_detail',
  'formula',
  'rollup',
  'auto_number',
  'file',
  'json',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Their values are computed by the system: nobody sends them. */
export const COMPUTED_TYPES: ReadonlySet<FieldType> = new Set(['formula', 'rollup', 'auto_number']);

/** One choice of a picklist; the code is what is stored and never changes. */
export interface PicklistOption {
  readonly code: string;
  readonly label: string;
  readonly colour?: string;
  readonly active: boolean;
}

/** Which options are offered for which value of the controlling field. */
export interface PicklistDependency {
  /** API name of the controlling picklist or boolean field of the same object. */
  readonly field: string;
  /** Code of the controlling value → codes allowed with it; a value left out allows none. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
}

export type RollupFunction = 'count' | 'sum' | 'min' | 'max' | 'average';
/** What happens to the records that point at one that is deleted. */
export type OnDelete = 'clear' | 'restrict' | 'cascade';

/** The settings of all types together; which of them a type takes is said by its `FieldKind`. */
export interface FieldSettings {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Linear-time pattern (RE2 syntax) that the whole text must match. */
  readonly pattern?: string;
  /** Significant digits, at most 28. */
  readonly precision?: number;
  /** Digits behind the point, at most 10. */
  readonly scale?: number;
  /**
   * Smallest value: a decimal, a date, an instant, a time, or a relative day such as `today+30d`.
   */
  readonly min?: string;
  readonly max?: string;
  /** ISO 4217 code of a custom `currency` field; the company's base currency when absent. */
  readonly currency?: string;
  /** Standard fields: the field that holds the currency of this amount; stored as minor units. */
  readonly currencyField?: string;
  readonly allowedDomains?: readonly string[];
  /** ISO 3166 alpha-2 code for phone numbers written without `+`. */
  readonly defaultCountry?: string;
  readonly options?: readonly PicklistOption[];
  /** Instead of `options`: the type of the masters that are the choices. */
  readonly master?: string;
  readonly dependsOn?: PicklistDependency;
  readonly maxItems?: number;
  /** API name of the object that a relationship points at. */
  readonly target?: string;
  /**
   * Standard lookups without a target: the field that holds the API name of the object pointed at.
   */
  readonly targetField?: string;
  /**
   * Standard lookups: the field that the record and what it points at both have, with one and the
   * same value where both have one: the contact of a case is of its account.
   */
  readonly sharedField?: string;
  readonly onDelete?: OnDelete;
  readonly formula?: string;
  /** What an empty number is in the arithmetic of the formula; absent: `zero`. */
  readonly blankAs?: BlankAs;
  readonly resultType?: 'text' | 'number' | 'boolean' | 'date' | 'datetime';
  /** A formula or roll-up whose value is kept, so that lists may be filtered and sorted by it. */
  readonly stored?: boolean;
  readonly child?: string;
  /** API name of the relationship field of the child that points here. */
  readonly childField?: string;
  readonly function?: RollupFunction;
  /** API name of the field of the child that is summed, compared or averaged. */
  readonly of?: string;
  /** Filter tree over the child's fields. */
  readonly filter?: unknown;
  /** Number format of an `auto_number`, in the language of the numbering lib. */
  readonly format?: string;
  readonly start?: number;
  readonly maxFiles?: number;
  /** Bytes of one file. */
  readonly maxBytes?: number;
  readonly mimeTypes?: readonly string[];
  /** JSON Schema (draft 2020-12) of a `json` field. */
  readonly schema?: unknown;
  /** Standard `json` fields: a shape the system knows, instead of a schema. */
  readonly shape?: 'address';
}

export type PortalAccess = 'none' | 'read' | 'write';
export const PORTALS = ['customer', 'partner', 'vendor'] as const;
export type Portal = (typeof PORTALS)[number];

/** A value as the API writes it. Decimals are text, dates ISO text. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };

/** Where the value of a field lives. */
export type FieldStorage =
  /** A column of the object's own table. */
  | { readonly kind: 'column'; readonly column: string }
  /** A member of its `custom` document; indexed and relationship fields also in a side table. */
  | {
      readonly kind: 'custom';
      readonly fieldId: FieldId;
      readonly index: 'none' | 'building' | 'ready';
    }
  /** Not stored: evaluated on read. */
  | { readonly kind: 'computed' };

/** One field of an object, standard or custom. */
export interface Field {
  /** API name; custom ones end with `__c`. */
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly group: string | null;
  readonly type: FieldType;
  readonly settings: FieldSettings;
  readonly storage: FieldStorage;
  readonly required: boolean;
  /** Formula over the record: required where it is true. */
  readonly requiredWhen: string | null;
  readonly default: FieldValue;
  readonly unique: boolean;
  /** May a list be filtered by it, and sorted. */
  readonly filterable: boolean;
  readonly sortable: boolean;
  /** Looked into by `search=`. */
  readonly searched: boolean;
  /** Nobody sends it: the system or an operation sets it. */
  readonly readOnly: boolean;
  /** May be sent when the record is made and never changed afterwards. */
  readonly createOnly: boolean;
  /** Masked in exports without the right. */
  readonly personal: boolean;
  readonly portals: Readonly<Record<Portal, PortalAccess>>;
}

/** Values by field name, canonical: what passed validation. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** What has fields: an object as one company has it. */
export interface Fielded {
  /** API name: `lead`, or of a custom object `project__c`. */
  readonly name: string;
  /** By API name, in their order. */
  readonly fields: ReadonlyMap<string, Field>;
}
