import type { SetupItem } from '@quittance/configuration';
import type { FieldError } from '@quittance/kernel';
import type { Difference } from '../revisions/difference.js';

export const SETUP_FORMAT = 'quittance-setup';
export const SETUP_VERSION = 1;
/** Items of all parts together: what is logged and told of them is written in one go at the end. */
export const MOST_SETUP_ITEMS = 4_000;

/**
 * A company's set-up as one document: names instead of ids, so that another company can take it.
 */
export interface SetupDocument {
  readonly format: typeof SETUP_FORMAT;
  readonly version: typeof SETUP_VERSION;
  /** Part → its items. What is left out of an import stays as it is. */
  readonly parts: Readonly<Record<string, readonly SetupItem[]>>;
  /**
   * Items that name what is gone here, and so cannot be brought in as they are. An import does not
   * read it.
   */
  readonly dangling: readonly SetupConflict[];
  /** What of items is each company's own and stands in none of them. An import does not read it. */
  readonly leftOut: readonly LeftOut[];
}

/** A member that items of a part have here, and not in a document. */
export interface LeftOut {
  readonly part: string;
  readonly member: string;
  readonly message: string;
}

/** An item of the set-up, by its part and its key there. */
export interface SetupPlace {
  readonly part: string;
  readonly key: string;
}

/** What an import changes, or would. */
export interface SetupDifference {
  readonly dryRun: boolean;
  readonly added: readonly (SetupPlace & { readonly item: SetupItem })[];
  readonly changed: readonly (SetupPlace & { readonly differences: readonly Difference[] })[];
  /** How many items are in the company as the document has them. */
  readonly unchanged: number;
  /** What the company has beside the document: an import takes nothing away. */
  readonly untouched: readonly SetupPlace[];
  /** What cannot be here as the document has it, and how it is here instead. */
  readonly notes: readonly (SetupPlace & { readonly message: string })[];
  /**
   * What cannot be made or changed, and why; with one of them nothing is, unless they are skipped.
   */
  readonly conflicts: readonly SetupConflict[];
}

export interface SetupConflict extends SetupPlace {
  /** The place of the item in its part, from 0; null where several are refused together. */
  readonly index: number | null;
  readonly errors: readonly FieldError[];
}

/** Whether two JSON values are the same, whatever the order of their members. */
export function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortedJson(a)) === JSON.stringify(sortedJson(b));
}

/** With the members of every object in the order of their names. */
export function sortedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sortedJson(each)]));
}
