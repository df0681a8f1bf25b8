import type { FieldDescription, FieldValue } from '@quittance/fields';

/**
 * Who gives a member its value: `required` whoever makes the record, `optional` they may, `system`
 * an operation; `hidden` is one that no answer shows.
 */
export type Given = 'required' | 'optional' | 'system' | 'hidden';

/** What a member may say of itself beside its field. What it does not say, it is not. */
export interface Traits {
  readonly nullable?: true;
  /** Null may be sent for it, and stands for what it is unless told. */
  readonly clearable?: true;
  /** What it has where nothing is said. */
  readonly preset?: FieldValue;
  /**
   * SQL of a value that is worked out and has no column: listed, and shown as the view makes it.
   */
  readonly sql?: string;
  /**
   * SQL as which lists know a column that is shown otherwise than it is kept, and may be null
   * there.
   */
  readonly shownAs?: string;
  /** Worked out by the view alone. */
  readonly derived?: true;
  /** The type of its column, where that of its field is another. */
  readonly columnType?: string;
  /**
   * Written with the row and by statements of its own: who may send it does so when the record is
   * made, and storing a changed row leaves it.
   */
  readonly once?: true;
  /** What is sent of it may change even after the record went to the customer. */
  readonly changes?: 'always';
  /** A copy takes it over. */
  readonly copied?: true;
  /**
   * Whether lists are filtered and sorted by it: where it is shown and its type can be, unless told
   * otherwise.
   */
  readonly listed?: boolean;
  /** Looked into by `search=`, which the catalogue of objects does not tell. */
  readonly searchedUnsaid?: true;
  /** A column of the CSV download; `last` behind all others. Of nobody: what is listed. */
  readonly csv?: true | 'last';
  /** Part of the printed document, by its own name or by this one. */
  readonly printed?: true | string;
  /** A field of the object in the catalogue: for views, layouts, rules, formulas. */
  readonly catalogued?: true;
  /** Of an amount or a number, where it is told; an amount is else not negative. */
  readonly sign?: 'positive' | 'any';
  /**
   * Sent under this name, and answered by no name of its own: an answer has under it what became of
   * it.
   */
  readonly sentAs?: string;
  /** What the body that makes one says of it, instead of its help. */
  readonly advice?: string;
  /** Of an object that is sent: what it is taken for, or null for none. */
  readonly taken?: (sent: Readonly<Record<string, unknown>>) => object | null;
  /** For the documentation alone. */
  readonly example?: unknown;
}

/** A member of a noun: its field, who gives it, and what it is good for. */
export interface Member extends Traits {
  readonly field: FieldDescription;
  readonly given: Given;
}

/** A member as the compiler knows it: rows, answers and bodies have their types of it. */
export type Made<Value, By extends Given, T> = T & {
  readonly field: FieldDescription<Value>;
  readonly given: By;
};

type Nullable = { readonly nullable: true };

/** Refuses what is no trait, which a type parameter alone would take. */
type Only<T> = T & Readonly<Record<Exclude<keyof T, keyof Traits>, never>>;

/** Whoever makes the record must say it; never null. */
export function required<Value, const T extends Traits = object>(
  field: FieldDescription<Value>,
  traits?: Only<T>,
): Made<Value, 'required', T> {
  return made(field, 'required', traits);
}

/** May be null, which it is where nothing is said. */
export function optional<Value, const T extends Traits = object>(
  field: FieldDescription<Value>,
  traits?: Only<T>,
): Made<Value, 'optional', T & Nullable> {
  return made(field, 'optional', { ...traits, nullable: true } as T & Nullable);
}

/** Never null; has this value where nothing is said. */
export function preset<Value, const T extends Traits = object>(
  value: Value & FieldValue,
  field: FieldDescription<Value>,
  traits?: Only<T>,
): Made<Value, 'optional', T> {
  return made(field, 'optional', { ...traits, preset: value } as object as T);
}

/** Never null; an operation works it out where nothing is said. */
export function completed<Value, const T extends Traits = object>(
  field: FieldDescription<Value>,
  traits?: Only<T>,
): Made<Value, 'optional', T> {
  return made(field, 'optional', traits);
}

/** Given by an operation and shown. */
export function system<Value, const T extends Traits = object>(
  field: FieldDescription<Value>,
  traits?: Only<T>,
): Made<Value, 'system', T> {
  return made(field, 'system', traits);
}

/** Given by an operation and shown to nobody. */
export function hidden<Value, const T extends Traits = object>(
  field: FieldDescription<Value>,
  traits?: Only<T>,
): Made<Value, 'hidden', T> {
  return made(field, 'hidden', traits);
}

function made<Value, By extends Given, T>(
  field: FieldDescription<Value>,
  given: By,
  traits: T | undefined,
): Made<Value, By, T> {
  return { ...(traits as T), field, given };
}
