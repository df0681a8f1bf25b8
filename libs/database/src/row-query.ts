import pg, { type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { pgTypes } from './pg-types.js';
import type { Sql } from './sql.js';

/** What PostgreSQL says of one column of an answer. */
interface Described {
  readonly name: string;
  readonly dataTypeID: number;
}

/** How the rows of a statement are made. */
interface Shape {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** A row without values: copying it is cheaper than naming every column again. */
  readonly empty: Readonly<Record<string, unknown>>;
}

type Values = readonly (string | null)[];
type Answer = (error: Error | null, result: QueryResult) => void;

/** What we rely on of the driver's own connection and query. */
interface Wire {
  describe(message: object): void;
}
interface OwnQuery {
  name?: string;
  readonly _result: QueryResult & { rows: unknown[] };
  _canceledDueToError: unknown;
  callback: Answer;
  _checkForMultirow(): void;
  prepare(wire: Wire): void;
  handleRowDescription(message: { readonly fields: readonly Described[] }): void;
  handleDataRow(message: { readonly fields: Values }): void;
  handleReadyForQuery(wire: Wire): void;
}

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
) => OwnQuery;

const NOTHING: Shape = { names: [], parsers: [], empty: {} };

/**
 * The shapes of what each connection has prepared. The columns of a prepared statement never change:
 * PostgreSQL refuses to run it when a migration would change them.
 */
const shapesOf = new WeakMap<Wire, Map<string, Shape>>();

/** Nothing is asked for: the answer is known. */
const saysNothing = () => undefined;

/**
 * A statement that asks PostgreSQL only once per connection what its columns are. The driver asks
 * with each execution, and to describe the fifty columns of an invoice costs both sides more than
 * to find it.
 */
class RowQuery extends DriverQuery {
  private shape: Shape | undefined;
  private wire: Wire | undefined;

  constructor(
    statement: Sql | string,
    values: readonly unknown[],
    private readonly asText: boolean,
  ) {
    // The driver copies what it is given as an object, member by member.
    super(typeof statement === 'string' ? statement : statement.text, values);
    if (typeof statement !== 'string') this.name = statement.name;
  }

  override prepare(wire: Wire): void {
    const { name } = this;
    this.wire = wire;
    this.shape = name === undefined ? undefined : shapesOf.get(wire)?.get(name);
    if (!this.shape) return super.prepare(wire);
    const { describe } = wire;
    wire.describe = saysNothing;
    try {
      super.prepare(wire);
    } finally {
      wire.describe = describe;
    }
  }

  override handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    this._checkForMultirow();
    this.shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => pgTypes.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  override handleDataRow({ fields }: { readonly fields: Values }): void {
    if (this._canceledDueToError) return;
    try {
      this._result.rows.push(this.asText ? fields : rowOf(this.shape as Shape, fields));
    } catch (error) {
      // Told by the driver once the connection is ready again.
      this._canceledDueToError = error;
    }
  }

  override handleReadyForQuery(wire: Wire): void {
    this.keepShape();
    super.handleReadyForQuery(wire);
  }

  private keepShape(): void {
    const { name, wire, shape = NOTHING } = this;
    if (name === undefined || wire === undefined) return;
    let shapes = shapesOf.get(wire);
    if (!shapes) shapesOf.set(wire, (shapes = new Map()));
    shapes.set(name, shape);
  }
}

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
): Promise<QueryResult<QueryResultRow>> {
  const query = new RowQuery(statement, values, asText);
  return new Promise((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as never);
  });
}
