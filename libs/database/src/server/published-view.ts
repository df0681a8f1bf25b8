import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE } from './data-source.js';
import type { Migration } from './migration.js';

/**
 * A column of a published view: what it says, or with the SQL over `t` that it is where not a
 * column.
 */
export type PublishedColumn = string | { readonly sql: string; readonly says: string };

/**
 * What a lib lets others read of one of its tables: some of the columns of every row, and no lock.
 */
export interface PublishedView {
  /** `<schema>.pub_<noun>`. */
  readonly name: string;
  /** The table it shows, of the same schema. */
  readonly of: string;
  /** A sentence that says what one row is. */
  readonly says: string;
  readonly columns: Readonly<Record<string, PublishedColumn>>;
}

/** A migration that publishes views says which, so that they can be written about. */
interface PublishingMigration extends MigrationInterface {
  readonly publishes: readonly PublishedView[];
}

/**
 * Creates views of columns and nothing else, which the planner takes apart: whoever reads one reads
 * the table with its indexes. They ask with the rights of who reads them, so that row-level
 * security holds.
 */
export async function publishViews(
  runner: Pick<QueryRunner, 'query'>,
  views: readonly PublishedView[],
): Promise<void> {
  for (const view of views) await runner.query(statementsOf(view).join(';\n'));
}

/** The views that migrations leave behind, by name: the last that publishes one says what it is. */
export function viewsOf(migrations: readonly Migration[]): readonly PublishedView[] {
  const found = new Map<string, PublishedView>();
  const made = migrations.map((MadeBy) => new MadeBy() as Partial<PublishingMigration>);
  for (const { publishes = [] } of made.sort((a, b) => numberOf(a) - numberOf(b))) {
    for (const view of publishes) found.set(view.name, view);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const numberOf = ({ name = '' }: { readonly name?: string }): number =>
  Number(/\d+$/.exec(name)?.[0]);

/** What a column says of itself. */
export const saysOf = (column: PublishedColumn): string =>
  typeof column === 'string' ? column : column.says;

function statementsOf({ name, of, says, columns }: PublishedView): string[] {
  const shown = Object.entries(columns).map(([column, value]) =>
    typeof value === 'string' ? `t.${column}` : `${value.sql} as ${column}`,
  );
  const comments = Object.entries(columns).map(
    ([column, value]) => `comment on column ${name}.${column} is ${quoted(saysOf(value))}`,
  );
  return [
    `create view ${name} with (security_invoker = true) as select ${shown.join(', ')} from ${of} t`,
    `comment on view ${name} is ${quoted(says)}`,
    ...comments,
    `grant select on ${name} to ${APP_ROLE}`,
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
