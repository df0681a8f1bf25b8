import pg, { type PoolClient, type QueryResultRow } from 'pg';
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

/** What a statement was answered with. */
export interface Answer {
  readonly rows: QueryResultRow[];
  /** How many rows it touched or returned. */
  readonly rowCount: number;
}

/** The connection a statement is submitted to. */
interface Wire {
  describe(message: object): void;
}

/** What the driver calls of a query that it is given: the protocol of all that can be submitted. */
interface Submitted {
  name?: string;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: { readonly fields: readonly Described[] }): void;
  handleDataRow(message: { readonly fields: Values }): void;
  handleCommandComplete(message: { readonly text: string }, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
) => Submitted;

const NOTHING: Shape = { names: [], parsers: [], empty: {} };

/** A connection, and the shapes of what it has prepared. */
interface Known {
  /** The same, but what is asked of it for a description is left out: the answer is known. */
  readonly silent: Wire;
  /**
   * The columns of a prepared statement never change: PostgreSQL refuses to run it when a migration
   * would change them.
   */
  readonly shapes: Map<string, Shape>;
}

const knownOf = new WeakMap<Wire, Known>();

function knownAbout(wire: Wire): Known {
  const known = knownOf.get(wire);
  if (known) return known;
  const silent = Object.create(wire, { describe: { value: () => undefined } }) as Wire;
  const made: Known = { silent, shapes: new Map() };
  knownOf.set(wire, made);
  return made;
}

/**
 * A statement that asks PostgreSQL only once per connection what its columns are. The driver asks
 * with each execution, and to describe the fifty columns of an invoice costs both sides more than
 * to find it.
 */
class RowQuery extends DriverQuery {
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
    if (typeof statement !== 'string') this.name = statement.name;
  }

  override submit(wire: Wire): Error | null {
    const { name } = this;
    if (name === undefined) return super.submit(wire);
    const { silent, shapes } = knownAbout(wire);
    this.shapes = shapes;
    this.shape = shapes.get(name);
    return super.submit(this.shape ? silent : wire);
  }

  override handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    this.shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => pgTypes.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  override handleDataRow({ fields }: { readonly fields: Values }): void {
    if (this.failure) return;
    try {
      this.found.push(this.asText ? fields : rowOf(this.shape as Shape, fields));
    } catch (error) {
      // Told once the connection is ready again.
      this.failure = error as Error;
    }
  }

  override handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(ROWS.exec(text)?.[0] ?? 0);
  }

  override handleReadyForQuery(): void {
    const { name, shapes, shape = NOTHING } = this;
    if (name !== undefined) shapes?.set(name, shape);
    this.answer(this.failure);
  }

  override handleError(error: Error): void {
    // What could not be sent was not prepared either, so nothing is known of it.
    this.shapes = undefined;
    this.answer(this.failure ?? error);
  }

  private answer(error: Error | undefined): void {
    const { found, rowCount } = this;
    this.answered(error, { rows: found as QueryResultRow[], rowCount });
  }
}

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
    client.query(new RowQuery(statement, values, asText, answered) as never);
  });
}
