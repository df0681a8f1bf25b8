import type { Ctx, Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { TextRow, Tx } from '@quittance/database';

export type ListFieldType =
  | 'text'
  | 'id'
  | 'enum'
  | 'money'
  | 'decimal'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'time'
  /** A JSON array of codes: `contains` and `in` ask whether it has one. Nobody sorts by it. */
  | 'set';

/**
 * A table with exactly one row for every record of a list, which serves one of its fields by an
 * index. It is joined only where a request names the field. A `sparse` one lacks rows of records
 * without a value, and may have some of records that are gone: it serves where the filter asks for
 * a value.
 */
export interface ListJoin {
  readonly alias: string;
  readonly table: string;
  /** Its column that holds the id of the record; its company stands in `company_id`. */
  readonly record: string;
  /** Picks its rows: SQL over the alias, without a bound value. */
  readonly on: string;
  /** What the field is compared and sorted by there, instead of its `sql`. */
  readonly sql: string;
  /** Its `approximate`, where it has one. */
  readonly approximate?: string;
  readonly sparse?: boolean;
  /**
   * Of a text it has the first characters alone, so many: it serves where the filter asks for no
   * more of it, and texts that begin alike are sorted alike.
   */
  readonly cut?: number;
}

/** How a value is shown that only names something; the first that is said holds. */
export interface ShownValue {
  /** The label of each choice, by its code. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The type of the master that holds the choices. */
  readonly master?: string;
  /** The object, or other target, whose records an id is one of: `account`, `user`. */
  readonly target?: string;
  /** The field that the row and what it points at both have, with one and the same value. */
  readonly shared?: string;
}

/**
 * A field that a list may be filtered and sorted by: the allowlist a request is checked against.
 */
export interface ListField {
  /** The SQL expression, for example `i.due_date`; of money the column of minor units. */
  readonly sql: string;
  readonly type: ListFieldType;
  /** The values of an `enum`. */
  readonly values?: readonly string[];
  /** The SQL of the currency column beside a `money` field. */
  readonly currency?: string;
  /** The expression is never null, so that walking by key may compare it as an index does. */
  readonly notNull?: boolean;
  /**
   * Beside a `decimal`: the same value as `float8`, led by which an index serves it. Behind
   * row-level security PostgreSQL compares in an index only what cannot leak, and `numeric` is not
   * of that kind.
   */
  readonly approximate?: string;
  /**
   * Beside a `decimal`: all values have the digits that a currency has behind the point, zeros too,
   * and so has what is worked out of them in groups.
   */
  readonly keepsDigits?: boolean;
  readonly join?: ListJoin;
  /** What its values mean to a person. */
  readonly shows?: ShownValue;
  /** Why a filter or a sort that names the field is refused (422): it is known but has no `sql`. */
  readonly refusal?: { readonly code: string; readonly message: string };
  /** False: it is filtered by, and not sorted. */
  readonly sortable?: boolean;
  /** The form in which a text is kept: what a filter takes for equal to it is brought into it. */
  readonly canonical?: (text: string) => string;
  /** The same of a piece of one, which `contains`, `startsWith` and `endsWith` ask for. */
  readonly partial?: (text: string) => string;
  /** Its `sql` is of another row: makes of a condition on that row one on the row of the list. */
  readonly within?: (condition: string, bind: Bind) => string;
  /** Beside `within`: what a list is sorted and grouped by, in that row joined to its own. */
  readonly beside?: FieldBeside;
}

/** A field of the one row, or none, that a list is joined with on the left. */
export interface FieldBeside {
  /** The same for all fields of that row. */
  readonly alias: string;
  readonly field: ListField;
  join(bind: Bind): string;
}

/** What the values of a filter count from that are said relative to whoever reads it, and when. */
export interface FilterDay {
  readonly today: LocalDate;
  /** In which an instant has its day. */
  readonly timeZone: string;
  /** What `now-1h` counts from. */
  readonly now: Instant;
  /** The month in which a fiscal year begins, 1 to 12. */
  readonly fiscalStart: number;
  /** Who `me` is, by what a field may point at: `user`. Nobody where an actor is none of them. */
  readonly me: Readonly<Record<string, string>>;
}

/**
 * What a list reads and what may be asked of it. One constant per list, exported by the owning lib.
 */
export interface ListDefinition<Row = unknown, Item extends object = object> {
  /** The table with its alias first, then joins: `receivables.invoice i join … on …`. */
  readonly from: string;
  /** What every row of the list fulfils, without a bound value: `t.deleted_at is null`. */
  readonly where?: string;
  /** The columns of a row, as `map` expects them. */
  readonly select: string;
  /** The id column with its alias, `i.id`; `<alias>.company_id` is taken from it. */
  readonly id: string;
  readonly fields: Readonly<Record<string, ListField>>;
  /** The row of the role matrix that its rows are of: what that hides of them is not shown. */
  readonly resource?: string;
  /**
   * Fields of the records that those of the list point at, by the names that filters give them
   * (`account.industry`); undefined where there is none.
   */
  reach?(name: string): ListField | undefined;
  /**
   * The rows are wide: the keys of a page are sorted first, and the columns of its rows alone read
   * after. Needs an `id` of its own for every row.
   */
  readonly wide?: boolean;
  /** How many rows are read at once where it is walked, if each takes others along with it. */
  readonly walked?: number;
  /** SQL of the text columns that `search` looks into. */
  readonly search: readonly string[];
  /** How its records are found by a few letters, where their fields do not say it. */
  readonly named?: ListNaming;
  /** For example `-issueDate,number`. */
  readonly defaultSort: string;
  /** The members that a row may have, where `fields=` may name others than those that are listed. */
  readonly members?: readonly string[];
  /** The columns of a CSV download, in order; the names of `fields` when absent. */
  readonly columns?: readonly string[];
  /** What the actor may see of it (record scope `own` or `team`) as SQL; null for everything. */
  scope?(ctx: Ctx, bind: Bind): string | null;
  /** One row as the API shows it: plain JSON values. */
  map(row: Row): Item;
  /** What takes statements of its own, for all items of a page or batch at once. */
  complete?(tx: Tx, items: readonly Item[]): Promise<readonly Item[]>;
  /**
   * For lists that are asked for all the time: the JSON of what `map` answers, written straight
   * from the columns of `select`.
   */
  write?(row: TextRow): string;
  /** What of this list is written without being read; a list that is made of it has it too. */
  readonly written?: WrittenMembers;
}

/**
 * The JSON of the members of what `map` answers, in their order, straight from the columns of
 * `select`. It is that of this `map` and `select` alone: a list with others is not written by it.
 */
export interface WrittenMembers {
  readonly select: string;
  readonly map: (row: never) => unknown;
  readonly members: Readonly<Record<string, (row: TextRow) => string | undefined>>;
}

/** How the records of a list are named to a person, and found by the beginning of a name. */
export interface ListNaming {
  /** SQL of what names a record. */
  readonly label: string;
  /** SQL of texts that tell it from others of the same name. */
  readonly context: readonly string[];
  /** SQL of the id of the account that it is about. */
  readonly account?: string;
  /** SQL of columns that an index serves: they are asked for what begins with a text. */
  readonly keys: readonly string[];
  /**
   * SQL of a select of `record_id` and `word`: the records that have words beginning as those of a
   * text, from an index. Null where the text has no word.
   */
  words?(text: string, asked: WordQuestion): string | null;
  /** Where those words are, for whoever asks of many lists at once. */
  readonly kept?: KeptWords;
  /**
   * For a caller who reaches some records alone: SQL of whether the record with that id has such
   * words, however many others have them. Null where the text has none.
   */
  worded?(text: string, id: string, asked: WordQuestion): string | null;
}

/** Under what the words of a list's records are kept. */
export interface KeptWords {
  readonly kind: string;
  /** SQL of those of many kinds of which any record may have such words; null where a text has none. */
  any(text: string, kinds: readonly string[], asked: WordQuestion): string | null;
}

/** Of a question for words. */
export interface WordQuestion {
  /** The place of the company among what is bound. */
  readonly company: string;
  readonly bind: Bind;
}

/** The parameters of a list as they stand in the URL, not yet checked. */
export interface ListQuery {
  readonly page?: string;
  readonly pageSize?: string;
  readonly cursor?: string;
  readonly sort?: string;
  readonly filter?: string;
  readonly search?: string;
  /** Id of a stored view, whose order and filter stand in for those not given here. */
  readonly view?: string;
  /** The members that rows are to have, through one lookup as well: `number,account.name`. */
  readonly fields?: string;
  /** `true`: the labels of what the rows name by codes and ids come with them. */
  readonly display?: string;
  /** Groups instead of rows: `stageId,closeDate:month`. */
  readonly groupBy?: string;
  /** What is told of each group: `count,sum:amount`. */
  readonly aggregate?: string;
}

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
  /** The field, where it is one that the list reaches and does not have. */
  readonly reached?: ListField;
}

export const FILTER_OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'startsWith',
  'endsWith',
  'in',
  'notIn',
  'between',
  'isSet',
  'isNotSet',
] as const;

export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** A value already checked against the type of its field. */
export type FilterValue = string | boolean;

export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly node: FilterNode }
  | {
      readonly kind: 'condition';
      readonly field: string;
      readonly op: FilterOperator;
      readonly values: readonly FilterValue[];
      /** The field, where it is one that the list reaches and does not have. */
      readonly reached?: ListField;
    };

/** A list request checked against its definition. */
export interface ListRequest {
  /** From 1; ignored when walking by key. */
  readonly page: number;
  readonly pageSize: number;
  /** Null: by page. Otherwise the position after which the walk goes on; none at its start. */
  readonly cursor: { readonly after: readonly (string | null)[] | null } | null;
  readonly sort: readonly SortKey[];
  readonly filter: FilterNode | null;
  readonly search: string | null;
}

/** Binds a value and answers its place in the statement (`$4`). */
export type Bind = (value: unknown) => string;

/** A condition that the endpoint itself asks for, as SQL, on top of the request's filter. */
export type ListNarrowing = (bind: Bind) => string;

export type ListPage<Item = object> =
  | {
      readonly data: readonly Item[];
      readonly total: number;
      readonly page: number;
      readonly pageSize: number;
    }
  | { readonly data: readonly Item[]; readonly nextCursor: string | null };
