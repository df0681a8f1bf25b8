/** Says the type of a member's value where its kind does not: `typed<AccountId>()`. */
export interface Typed<Value> {
  readonly value?: Value;
}

/** A type as a value that holds nothing; null is said by `nullable`. */
export function typed<Value>(): Typed<Value> {
  return {};
}

/** What any member may say of itself. What it does not say, it is not. */
export interface MemberOptions {
  /** Of the value, where the kind does not tell it. */
  readonly as?: Typed<unknown>;
  /** The name in snake case when absent. */
  readonly column?: string;
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
  readonly nullable?: true;
  /** Null may be sent for it, and stands for what it is unless told. */
  readonly clearable?: true;
  /**
   * Its name to people; with it, it is a field of the object: for views, layouts, rules, formulas.
   */
  readonly label?: string;
  readonly personal?: true;
  /** Kept for the lib's own use: not part of the answer. */
  readonly hidden?: true;
  /** Written with the row and by statements of its own; storing a changed row leaves it. */
  readonly once?: true;
  /** Part of the body that makes one. */
  readonly sent?: 'required' | 'optional';
  /** Part of the body that changes one: before it is sent to the customer, or even after. */
  readonly changes?: 'early' | 'always';
  /** A copy takes it over. */
  readonly copied?: true;
  /** Lists are filtered and sorted by it. */
  readonly listed?: true;
  /** Looked into by `search=`; `unsaid` where the catalogue of objects does not tell. */
  readonly searched?: true | 'unsaid';
  /** A column of the CSV download; `last` behind all others. */
  readonly csv?: true | 'last';
  /** Part of the printed document, by its own name or by this one. */
  readonly printed?: true | string;
  /** What the documentation says of it. */
  readonly about?: string;
  /** What it says instead in the body that makes one. */
  readonly aboutSent?: string;
  readonly example?: string;
}

/** How a member is kept, checked and shown. */
export type MemberKind =
  | 'text'
  | 'word'
  | 'currency'
  | 'id'
  | 'date'
  | 'instant'
  | 'amount'
  | 'boolean'
  | 'integer'
  | 'serial'
  | 'json';

export interface Member extends MemberOptions {
  readonly kind: MemberKind;
  readonly max?: number;
  readonly long?: true;
  readonly values?: Words;
  readonly target?: string;
  readonly sign?: 'positive';
}

/** The words of an enumeration, or each with its name to people. */
export type Words = readonly string[] | Readonly<Record<string, string>>;

interface TextOptions extends MemberOptions {
  /** The most characters; unlimited, and in no body, when absent. */
  readonly max?: number;
  /** Of several lines. */
  readonly long?: true;
}

/** Column `text`. */
export function text<const Options extends TextOptions>(options: Options) {
  return { kind: 'text', ...options } as const;
}

/** One of a few words; column `text`. */
export function word<const Options extends MemberOptions & { readonly values: Words }>(
  options: Options,
) {
  return { kind: 'word', ...options } as const;
}

/** The ISO 4217 code of all amounts of the row; column `text`. */
export function currencyCode<const Options extends MemberOptions>(options: Options) {
  return { kind: 'currency', ...options } as const;
}

interface IdOptions extends MemberOptions {
  /** The object that it is a lookup to, where it has a label. */
  readonly target?: string;
}

/** Column `uuid`. */
export function id<const Options extends IdOptions>(options: Options) {
  return { kind: 'id', ...options } as const;
}

/** Column `date`. */
export function date<const Options extends MemberOptions>(options: Options) {
  return { kind: 'date', ...options } as const;
}

/** Column `timestamptz`. */
export function instant<const Options extends MemberOptions>(options: Options) {
  return { kind: 'instant', ...options } as const;
}

/** Column `bigint` of minor units of the row's currency; decimal text in answers. */
export function amount<const Options extends MemberOptions & { readonly sign?: 'positive' }>(
  options: Options,
) {
  return { kind: 'amount', ...options } as const;
}

/** Column `boolean`. */
export function boolean<const Options extends MemberOptions>(options: Options) {
  return { kind: 'boolean', ...options } as const;
}

/** Column `integer`. */
export function integer<const Options extends MemberOptions>(options: Options) {
  return { kind: 'integer', ...options } as const;
}

/** Column `bigint` that counts and is no money; never shown. */
export function serial<const Options extends MemberOptions & { readonly hidden: true }>(
  options: Options,
) {
  return { kind: 'serial', ...options } as const;
}

/** Column `jsonb`. */
export function json<const Options extends MemberOptions>(options: Options) {
  return { kind: 'json', ...options } as const;
}
