import type { ListQuery } from '@quittance/lists';
import type { CountryCells } from '@quittance/mass';
import type { ListFormat } from './list-format.js';
import type { NamedCall } from './named-rows.js';

/** A list request as it arrived: its parameters and the form that `Accept` asks for. */
export interface ListCall {
  readonly query: ListQuery;
  readonly format: ListFormat;
  /** Names the download. */
  readonly path: string;
  /** Names the list, for the views that are stored of it: its address without ids. */
  readonly list: string;
  /** The members that its rows have by the documentation of the route. */
  readonly members: readonly string[];
  /** The guarded resource of the route, whose `export` right a download needs. */
  readonly resource: string | null;
  /** Asked by the download's own route: `id` is its first column. */
  readonly isDownload?: boolean;
  /** What is downloaded are the documents with their lines. */
  readonly withLines?: boolean;
  /** How a table is to have numbers and days; as everywhere else without. */
  readonly country?: CountryCells;
  /** Records are looked up by the beginning of their names. */
  readonly named?: NamedCall;
}
