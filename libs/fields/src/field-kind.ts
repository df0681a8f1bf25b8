import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { ListFieldType } from '@quittance/lists';
import type { Field, FieldSettings, FieldType, FieldValue } from './field.js';

/** What is wrong with a value or a setting: a stable code and words for a person. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  /** Where inside the value, as a JSON Pointer; the value itself when absent. */
  readonly inside?: string;
}

/** A canonical value, or everything that is wrong with what was sent. */
export type Reading<T = FieldValue> =
  | { readonly value: T; readonly faults?: undefined }
  | { readonly faults: readonly Fault[] };

export function fine<T>(value: T): Reading<T> {
  return { value };
}

export function wrong(code: string, message: string, inside?: string): { faults: Fault[] } {
  return { faults: [inside === undefined ? { code, message } : { code, message, inside }] };
}

/**
 * What the patterns, schemas, markup and conditions of one record may cost to be read, in
 * characters gone through. An honest record takes some thousands.
 */
export const MAX_READ_WORK = 2_000_000;
/** The code of a value that costs more to be checked than may be spent. */
export const TOO_MUCH_WORK = 'too_much_work';

/** Whether a value may be checked at such a cost; by itself alone where it is read for itself. */
export function affords({ affords: asked }: Partial<ReadContext>, work: number): boolean {
  return asked ? asked(work) : work <= MAX_READ_WORK;
}

/** What the reading of one value may need to know beside the value. */
export interface ReadContext {
  /** The company's day: relative bounds count from it. */
  readonly today: LocalDate;
  /** The company's zone, in which an instant has its day. */
  readonly timeZone: string;
  /** Currency of amounts whose field names none. */
  readonly baseCurrency: Currency;
  /** What the field holds now; null when the record is new. */
  readonly previous: FieldValue;
  /** The value that another field of the record will have; undefined when that one is wrong. */
  valueOf(name: string): FieldValue | undefined;
  /**
   * Spends from what the record may cost; false when it is not enough. Absent for a value alone.
   */
  readonly affords?: (work: number) => boolean;
}

/** The settings that a reader understands are those of its type, validated. */
export type SettingReader = (value: unknown) => Reading<unknown>;

/** What one type of field is: its settings, how a value is read, and as what it is kept. */
export interface FieldKind {
  readonly type: FieldType;
  /** The type of the column that holds a value, and to which what is bound is cast. */
  readonly column: string;
  /** How a list filters and sorts by it; it does neither where this is absent. */
  readonly listedAs?: ListFieldType;
  /** Every setting that may be sent when a custom field of this type is defined. */
  readonly settings: Readonly<Record<string, SettingReader>>;
  /** Settings that must be there. */
  readonly needed?: readonly (keyof FieldSettings)[];
  /** What is wrong between settings that are fine each; `inside` points into the settings. */
  check?(settings: FieldSettings): readonly Fault[];
  /** The canonical form of a value that is not null. Reading it again changes nothing. */
  read(value: unknown, field: Field, context: ReadContext): Reading;
  /** What stands in the record where nothing is given; null for most. */
  empty?(field: Field): FieldValue;
  /** JSON Schema of the values of a field. */
  schema(field: Field): JsonSchema;
  /**
   * What is demanded of a value that is sent, beside `schema`, in the form in which it is kept: as
   * far as JSON Schema has words for it, and else in members that begin with `x-`.
   */
  limits?(field: Field, terms: SchemaTerms): JsonSchema;
}

/** What the limits of a field depend on beside its settings. */
export type SchemaTerms = Pick<ReadContext, 'baseCurrency'>;

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What reading the values of one request may cost, and what is said of more. */
export const readWork = {
  most: MAX_READ_WORK,
  fault: TOO_MUCH_WORK,
} as const;
