import type { FieldDescription } from '@quittance/fields';
import type { Member } from './member.js';

/** Members by their API names, in the order of the answer. */
export type Members = Readonly<Record<string, Member>>;

type Plain<M extends Member> = M['field'] extends FieldDescription<infer Value> ? Value : never;

type OrNull<M, Value> = M extends { readonly nullable: true } ? Value | null : Value;

/** A member as the row holds it. */
type Kept<M extends Member> = OrNull<M, Plain<M>>;

/** A member in JSON: money as decimal text. */
type Said<M extends Member> = OrNull<M, Plain<M> extends bigint ? string : Plain<M>>;

/** The same as it is sent. */
type Sent<M extends Member> = M extends { readonly clearable: true } ? Said<M> | null : Said<M>;

/** The same as it is answered. */
type Answered<M extends Member> = M extends { readonly shownAs: string } ? Said<M> | null : Said<M>;

type WithoutColumn = { readonly derived: true } | { readonly sql: string };

/** Names of the members that the row holds. */
export type ColumnName<M extends Members> = {
  [Name in keyof M]: M[Name] extends WithoutColumn ? never : Name;
}[keyof M] &
  string;

/** A row of the noun, without its company, which is the transaction's. */
export type RowOf<M extends Members> = { -readonly [Name in ColumnName<M>]: Kept<M[Name]> };

/** Names of the members that say so of themselves. */
export type NameOf<M extends Members, Trait> = {
  [Name in keyof M]: M[Name] extends Trait ? Name : never;
}[keyof M] &
  string;

/** Names of the members of an answer. */
export type ShownName<M extends Members> = Exclude<
  keyof M & string,
  NameOf<M, { readonly given: 'hidden' } | { readonly sentAs: string }>
>;

/** Of them those that the row holds. */
export type HeadName<M extends Members> = ShownName<M> & ColumnName<M>;

/** What an answer needs of a row. */
export type HeadRowOf<M extends Members> = Pick<RowOf<M>, HeadName<M>>;

/** Names of the members of an answer that the view must work out. */
export type WorkedOutName<M extends Members> = Exclude<ShownName<M>, ColumnName<M>>;

/** Views of single members: of all that no column holds, and of others that are shown otherwise. */
export type Views<M extends Members> = Readonly<
  Record<WorkedOutName<M>, (row: never, context: never) => unknown>
>;

/** What views ask for beside the row. */
export type ContextOf<V> = V[keyof V] extends (row: never, context: infer Context) => unknown
  ? unknown extends Context
    ? []
    : [context: Context]
  : [];

/** The members of an answer, those with a view of their own as that makes them. */
export type HeadOf<M extends Members, V = object> = {
  -readonly [Name in ShownName<M> & (keyof V | ColumnName<M>)]: Name extends keyof V
    ? V[Name] extends (...args: never[]) => infer Shown
      ? Shown
      : Answered<M[Name]>
    : Answered<M[Name]>;
};

/** The members of an answer, those of `Shapes` as their classes have them. */
export type AnswerOf<M extends Members, Shapes = object> = {
  -readonly [Name in ShownName<M>]: Name extends keyof Shapes
    ? Shapes[Name] extends () => abstract new (...args: never[]) => infer Shape
      ? OrNull<M[Name], Plain<M[Name]> extends readonly unknown[] ? readonly Shape[] : Shape>
      : never
    : Answered<M[Name]>;
};

type Required<M extends Members> = NameOf<M, { readonly given: 'required' }>;
type Optional<M extends Members> = NameOf<M, { readonly given: 'optional' }>;

/** The name of a member in a body. */
type SentName<M, Name> = M extends { readonly sentAs: infer Other extends string } ? Other : Name;

/** The plain members of the body that makes one. */
export type DraftOf<M extends Members> = {
  -readonly [Name in Required<M> as SentName<M[Name], Name> & string]: Sent<M[Name]>;
} & { -readonly [Name in Optional<M> as SentName<M[Name], Name> & string]?: Sent<M[Name]> };

/** What stands in them where nothing is sent. */
export type BlankOf<M extends Members> = {
  -readonly [Name in Optional<M> as SentName<M[Name], Name> & string]: Sent<M[Name]>;
};

type ChangedName<M extends Members> = Exclude<
  Required<M> | Optional<M>,
  NameOf<M, { readonly once: true }>
>;

/** The plain members of the body that changes one; absent ones stay. */
export type PatchOf<M extends Members> = {
  -readonly [Name in ChangedName<M> as SentName<M[Name], Name> & string]?: Sent<M[Name]>;
};

/** What a copy takes over. */
export type CopyOf<M extends Members> = Pick<
  RowOf<M>,
  NameOf<M, { readonly copied: true }> & ColumnName<M>
>;

/** Nothing in every member that may be empty. */
export type EmptyOf<M extends Members> = {
  -readonly [Name in NameOf<M, { readonly nullable: true }> & ColumnName<M>]: null;
};

/** What a draft says of members that may be empty: null where it says nothing. */
export type SaidOf<M extends Members> = Pick<
  RowOf<M>,
  NameOf<M, { readonly nullable: true; readonly given: 'optional' }> & ColumnName<M>
>;

type PrintName<M, Name> = M extends { readonly printed: infer Other extends string } ? Other : Name;

/** Names of the columns that are printed. */
export type PrintedColumn<M extends Members> = NameOf<M, { readonly printed: true | string }> &
  ColumnName<M>;

/** What is printed, by the names of the printed document. */
export type PrintedOf<M extends Members> = {
  -readonly [Name in PrintedColumn<M> as PrintName<M[Name], Name> & string]: Kept<M[Name]>;
};
