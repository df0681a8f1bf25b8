import type { RecordReach } from '@quittance/access';
import type { Tx } from '@quittance/database';

/** A table that fields may point at although its rows are no records of the engine. */
export interface ReferenceTarget {
  /** What `lookup` names: `user`. */
  readonly name: string;
  readonly label: string;
  /** With its schema, or the view of it that another lib publishes; its key is company and `id`. */
  readonly table: string;
  /** Names a row to a person. */
  readonly titleColumn: string | TargetTitle;
  /**
   * The object whose records its rows are, where they are some of one: a role that reaches less
   * than all of those reaches no more of these.
   */
  readonly of?: string;
  /** Whose its rows are, where they are records that the engine does not keep. */
  readonly kept?: KeptRows;
  /** SQL over the alias `t`: which rows may be pointed at; all of them when absent. */
  readonly usable?: string;
  /**
   * Holds rows of another lib against their deletion and answers those that there are; without it
   * the engine locks them itself.
   */
  readonly hold?: (tx: Tx, ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** What names a row of which no column does. */
export interface TargetTitle {
  /** Over an alias of the table; `$1` is the company. */
  readonly sql: (alias: string) => string;
  /** The members of the record that it tells: who is not shown one of them is shown no title. */
  readonly tells: readonly string[];
  /** What is in it of another object: who may not be told how that is called has the rest alone. */
  readonly named?: {
    readonly object: string;
    /** The title without it, over an alias of the table. */
    readonly rest: (alias: string) => string;
  };
}

/** Records that a lib keeps by itself, as far as rights and scopes ask about them. */
export interface KeptRows {
  readonly resource: string;
  readonly pluralLabel: string;
  readonly owned: boolean;
  readonly ways?: RecordReach['ways'];
}
