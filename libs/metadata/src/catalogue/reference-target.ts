import type { Tx } from '@quittance/database';

/** A table that fields may point at although its rows are no records of the engine. */
export interface ReferenceTarget {
  /** What `lookup` names: `user`. */
  readonly name: string;
  readonly label: string;
  /** With its schema, or the view of it that another lib publishes; its key is company and `id`. */
  readonly table: string;
  /** Names a row to a person. */
  readonly titleColumn: string;
  /**
   * The object whose records its rows are, where they are some of one: a role that reaches less
   * than all of those reaches no more of these.
   */
  readonly of?: string;
  /** SQL over the alias `t`: which rows may be pointed at; all of them when absent. */
  readonly usable?: string;
  /**
   * Holds rows of another lib against their deletion and answers those that there are; without it
   * the engine locks them itself.
   */
  readonly hold?: (tx: Tx, ids: readonly string[]) => Promise<ReadonlySet<string>>;
}
