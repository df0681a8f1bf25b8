import type { rowSetOf } from '@quittance/database';
import type { ListField } from '@quittance/lists';
import type { NounDescription } from './noun.js';

/** Any noun by its rows and by what a new one is made of, for what serves several. */
export interface DescribedNoun<
  Row extends object = object,
  Draft extends object = object,
> extends NounDescription {
  readonly rows: ReturnType<typeof rowSetOf<Row>>;
  readonly listFields: Readonly<Record<string, ListField>>;
  readonly search: readonly string[];
  readonly csv: readonly string[] | undefined;
  /** In types alone: what a new record is made of. */
  readonly takes?: Draft;
}
