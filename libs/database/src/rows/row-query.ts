import pg, { type Connection, type FieldDef, type PoolClient, type QueryResultRow } from 'pg';
import { pgTypes } from './pg-types.js';
import type { Sql } from './sql.js';

/** How the rows of a statement are made. */
interface Shape {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** A row without values: copying it is cheaper than naming every column again. */
  readonly empty: Readonly<Record<string, unknown>>;
}

type Values = readonly (string | null)[];

/** What a statement was answered with. */
export interface Answer {
  readonly rows: QueryResultRow[];
  /** How many rows it touched or returned. */
  readonly rowCount: number;
}

/**
 * What the driver reads and calls of what is submitted to it, as its own cursors and streams have
 * it. Its types name `submit` alone.
 */
interface Submitted {
  readonly name: string | undefined;
  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void;
  handleDataRow(message: { readonly fields: Values }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

const NOTHING: Shape = { names: [], parsers: [], empty: {} };

/** A connection, and the shapes of what it has prepared. */
interface Known {
  /** The same, but what is asked of it for a description is left out: the answer is known. */
  readonly silent: Connection;
  /**
   * The columns of a prepared statement never change: PostgreSQL refuses to run it when a migration
   * would change them.
   */
  readonly shapes: Map<string, Shape>;
}

const knownOf = new WeakMap<Connection, Known>();

function knownAbout(connection: Connection): Known {
  const known = knownOf.get(connection);
  if (known) return known;
  const without = { describe: { value: () => undefined } };
  const silent = Object.create(connection, without) as Connection;
  const made: Known = { silent, shapes: new Map() };
  knownOf.set(connection, made);
  return made;
}

/**
 * A statement that asks PostgreSQL only once per connection what its columns are. The driver asks
 * with each execution, and to describe the fifty columns of an invoice costs both sides more than
 * to find it.
 */
class RowQuery extends pg.Query implements Submitted {
  readonly name: string | undefined;
  private shape: Shape | undefined;
  private shapes: Map<string, Shape> | undefined;
  private rowCount = 0;
  private failure: Error | undefined;
  private readonly found: unknown[] = [];

  constructor(
    statement: Sql | string,
    values: readonly unknown[],
    private readonly asText: boolean,
    private readonly answered: (error: Error | undefined, answer: Answer) => void,
  ) {
    // The driver copies what it is given as an object, member by member.
    super(typeof statement === 'string' ? statement : statement.text, values);
    this.name = typeof statement === 'string' ? undefined : statement.name;
  }

  /** Where it is to be written: without a description once that is known. */
  writtenTo(connection: Connection): Connection {
    const { name } = this;
    if (name === undefined) return connection;
    const { silent, shapes } = knownAbout(connection);
    this.shapes = shapes;
    this.shape = shapes.get(name);
    return this.shape ? silent : connection;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => pgTypes.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { readonly fields: Values }): void {
    if (this.failure) return;
    try {
      this.found.push(this.asText ? fields : rowOf(this.shape as Shape, fields));
    } catch (error) {
      // Told once the connection is ready again.
      this.failure = error as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(ROWS.exec(text)?.[0] ?? 0);
  }

  handleReadyForQuery(): void {
    const { name, shapes, shape = NOTHING } = this;
    if (name !== undefined) shapes?.set(name, shape);
    this.answer(this.failure);
  }

  handleError(error: Error): void {
    // What could not be sent was not prepared either, so nothing is known of it.
    this.shapes = undefined;
    this.answer(this.failure ?? error);
  }

  private answer(error: Error | undefined): void {
    const { found, rowCount } = this;
    this.answered(error, { rows: found as QueryResultRow[], rowCount });
  }
}

const submit = pg.Query.prototype.submit;

// The driver's types have it as a property, which a method of a class cannot stand in for.
RowQuery.prototype.submit = function (this: RowQuery, connection) {
  return submit.call(this, this.writtenTo(connection));
};

/** The last word of `INSERT 0 5`, `UPDATE 5`, `SELECT 5`; of others there is none. */
const ROWS = /\d+$/;

function rowOf({ names, parsers, empty }: Shape, values: Values): Record<string, unknown> {
  const row: Record<string, unknown> = { ...empty };
  for (let i = 0; i < names.length; i += 1) {
    const value = values[i] ?? null;
    if (value !== null) row[names[i] as string] = parsers[i]?.(value);
  }
  return row;
}

/** Sends a statement; constants made by `sql()` are prepared. Rows `asText` are arrays of texts. */
export function sendQuery(
  client: PoolClient,
  statement: Sql | string,
  values: readonly unknown[],
  asText: boolean,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answered = (error: Error | undefined, answer: Answer) =>
      error ? reject(error) : resolve(answer);
    client.query(new RowQuery(statement, values, asText, answered));
  });
}
