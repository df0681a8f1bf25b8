import type { LocalDate } from '@quittance/calendar';
import type { Instant } from '@quittance/kernel';
import type {
  Field,
  FieldSettings,
  FieldType,
  FieldValue,
  OnDelete,
  PicklistOption,
  Portal,
  PortalAccess,
} from './field.js';

/** What any field may say of itself beside its label. */
export interface FieldOptions {
  readonly help?: string;
  readonly group?: string;
  readonly required?: boolean;
  /** Formula over the record: required where it is true. */
  readonly requiredWhen?: string;
  /** What a new record has where nothing is sent. */
  readonly default?: FieldValue;
  /**
   * No two records of a company have the same. The table has the unique index
   * `<table>_<column>_key` on company and column, `where deleted_at is null` if rows are kept.
   */
  readonly unique?: boolean;
  readonly filterable?: boolean;
  readonly sortable?: boolean;
  /** Looked into by `search=`. */
  readonly searched?: boolean;
  /** The system or an operation sets it: refused when it is sent. */
  readonly readOnly?: boolean;
  /** May be sent when the record is made and never afterwards. */
  readonly createOnly?: boolean;
  readonly personal?: boolean;
  readonly portals?: Partial<Record<Portal, PortalAccess>>;
  /** The name in snake case when absent. */
  readonly column?: string;
}

/** A field before `defineObject` or `describeNoun` gives it its name. */
export interface FieldDescription<Value = unknown> extends Omit<Field, 'name' | 'storage'> {
  readonly column: string | null;
  /** In types alone: what its column holds. */
  readonly holds?: Value;
}

type With<Setting extends keyof FieldSettings> = FieldOptions & Pick<FieldSettings, Setting>;

const COMMON: ReadonlySet<string> = new Set<keyof FieldOptions>([
  'help',
  'group',
  'required',
  'requiredWhen',
  'default',
  'unique',
  'filterable',
  'sortable',
  'searched',
  'readOnly',
  'createOnly',
  'personal',
  'portals',
  'column',
]);

/** Long or structured: nobody sorts by them. */
const UNSORTED: ReadonlySet<FieldType> = new Set([
  'textarea',
  'rich_text',
  'multi_select',
  'file',
  'json',
]);
const UNFILTERED: ReadonlySet<FieldType> = new Set(['rich_text', 'file', 'json']);

/** A description of any type; the functions below are its short forms. */
export function describeField<Value = unknown>(
  type: FieldType,
  label: string,
  options: FieldOptions & FieldSettings = {},
): FieldDescription<Value> {
  const settings = Object.entries(options).filter(
    ([name, value]) => !COMMON.has(name) && value !== undefined,
  );
  return {
    type,
    label,
    settings: Object.fromEntries(settings),
    help: options.help ?? null,
    group: options.group ?? null,
    required: options.required ?? false,
    requiredWhen: options.requiredWhen ?? null,
    default: options.default ?? null,
    unique: options.unique ?? false,
    filterable: options.filterable ?? !UNFILTERED.has(type),
    sortable: options.sortable ?? !UNSORTED.has(type),
    searched: options.searched ?? false,
    readOnly: options.readOnly ?? false,
    createOnly: options.createOnly ?? false,
    personal: options.personal ?? false,
    portals: { customer: 'none', partner: 'none', vendor: 'none', ...options.portals },
    column: options.column ?? null,
  };
}

type TextOptions = With<'minLength' | 'maxLength' | 'pattern'>;
type NumberOptions = With<'precision' | 'scale' | 'min' | 'max'>;
type RangeOptions = With<'min' | 'max'>;

/** One line; column `text`. */
export function text(label: string, options: TextOptions = {}): FieldDescription<string> {
  return describeField('text', label, options);
}

/** Several lines; column `text`. */
export function textarea(label: string, options: TextOptions = {}): FieldDescription<string> {
  return describeField('textarea', label, options);
}

/** Sanitised HTML; column `text`. */
export function richText(label: string, options: TextOptions = {}): FieldDescription<string> {
  return describeField('rich_text', label, options);
}

/** Column `integer` or `bigint`; a JSON number. */
export function integer(label: string, options: RangeOptions = {}): FieldDescription<number> {
  return describeField('integer', label, options);
}

/** Column `numeric`; a decimal text. */
export function number(label: string, options: NumberOptions = {}): FieldDescription<string> {
  return describeField('number', label, options);
}

/** Column `numeric`; a decimal text, `12.5` for 12.5 %. */
export function percent(label: string, options: NumberOptions = {}): FieldDescription<string> {
  return describeField('percent', label, options);
}

/** Column `bigint` of minor units of the currency that `currencyField` holds; a decimal text. */
export function currency(
  label: string,
  options: With<'min' | 'max' | 'currencyField'> & { readonly currencyField: string },
): FieldDescription<bigint> {
  return describeField('currency', label, options);
}

/** Column `boolean`. */
export function boolean(label: string, options: FieldOptions = {}): FieldDescription<boolean> {
  return describeField('boolean', label, options);
}

/** Column `date`. */
export function date(label: string, options: RangeOptions = {}): FieldDescription<LocalDate> {
  return describeField('date', label, options);
}

/** Column `timestamptz`. */
export function datetime(label: string, options: RangeOptions = {}): FieldDescription<Instant> {
  return describeField('datetime', label, options);
}

/** Column `time`. */
export function time(label: string, options: RangeOptions = {}): FieldDescription<string> {
  return describeField('time', label, options);
}

/** Column `text`. */
export function email(
  label: string,
  options: With<'allowedDomains'> = {},
): FieldDescription<string> {
  return describeField('email', label, options);
}

/** Column `text`, in E.164. */
export function phone(
  label: string,
  options: With<'defaultCountry'> = {},
): FieldDescription<string> {
  return describeField('phone', label, options);
}

/** Column `text`. */
export function url(label: string, options: FieldOptions = {}): FieldDescription<string> {
  return describeField('url', label, options);
}

/** Fixed options: code → label, in their order. Or the type of the masters that are the choices. */
export type Choices = Readonly<Record<string, string>> | { readonly master: string };

type CodeOf<C> = C extends { readonly master: string } ? string : keyof C & string;

function choiceSettings(choices: Choices): Pick<FieldSettings, 'master' | 'options'> {
  const { master } = choices as { readonly master?: string };
  if (master !== undefined && Object.keys(choices).length === 1) return { master };
  const options = Object.entries(choices).map(([code, label]): PicklistOption => ({
    code,
    label: String(label),
    active: true,
  }));
  return { options };
}

/** Column `text`, holding the code. */
export function picklist<const C extends Choices>(
  label: string,
  choices: C,
  options: With<'dependsOn'> = {},
): FieldDescription<CodeOf<C>> {
  return describeField('picklist', label, { ...options, ...choiceSettings(choices) });
}

/** Column `jsonb`, an array of codes. */
export function multiSelect(
  label: string,
  choices: Choices,
  options: With<'maxItems'> = {},
): FieldDescription {
  return describeField('multi_select', label, { ...options, ...choiceSettings(choices) });
}

/** What a lookup of a built-in object does when its target is deleted. */
export interface LookupOptions extends FieldOptions {
  /** `restrict` where the field is required, otherwise `clear`. */
  readonly onDelete?: OnDelete;
  /** Without a target: the field that holds the API name of the object pointed at. */
  readonly targetField?: string;
  /** The field that both have, with one and the same value where both have one. */
  readonly sharedField?: string;
}

/**
 * Column `uuid` with a foreign key. The target is the API name of an object or of a reference
 * target (`user`); null for an id that an operation sets and nobody checks here, or, with
 * `targetField`, for one of any object; that has no foreign key.
 */
export function lookup<Id extends string = string>(
  label: string,
  target: string | null,
  options: LookupOptions = {},
): FieldDescription<Id> {
  const onDelete = options.onDelete ?? (options.required ? 'restrict' : 'clear');
  return describeField('lookup', label, {
    ...options,
    ...(target === null ? {} : { target, onDelete }),
  });
}

/** Column `text`, numbered when the record is made. Nobody sends it. */
export function autoNumber(
  label: string,
  options: With<'format' | 'start'> = {},
): FieldDescription {
  return describeField('auto_number', label, { ...options, readOnly: true });
}

/** Column `jsonb`: files of the record. */
export function file(
  label: string,
  options: With<'maxFiles' | 'maxBytes' | 'mimeTypes'> = {},
): FieldDescription {
  return describeField('file', label, options);
}

/** Column `jsonb`, checked against a JSON Schema where one is given. */
export function json<Value = unknown>(
  label: string,
  options: With<'schema'> = {},
): FieldDescription<Value> {
  return describeField('json', label, options);
}

/**
 * Column `jsonb not null` with the members of `PostalAddress` of `@quittance/company`. Members sent
 * are merged one by one; null clears it. Filterable by its members, as `billingAddress.city`.
 */
export function address(label: string, options: FieldOptions = {}): FieldDescription {
  return describeField('json', label, { filterable: true, ...options, shape: 'address' });
}

/** A formula of the system's own: evaluated on read, kept nowhere. */
export function formula(
  label: string,
  expression: string,
  resultType: NonNullable<FieldSettings['resultType']>,
  options: Pick<FieldOptions, 'help' | 'group' | 'portals'> = {},
): FieldDescription {
  const computed = { ...options, formula: expression, resultType, readOnly: true };
  return describeField('formula', label, computed);
}
