import type { Placeholder } from './capture-template.js';
import type { RoundTrip, RecordedStatement } from './recorded-capture.js';

/** A pgbench script that does what was recorded, again and again. */
export interface LimitScript {
  readonly text: string;
  /** `-D name=value` of each parameter that never changes. */
  readonly constants: ReadonlyMap<string, string>;
}

/**
 * Each client counts its own captures: `:n` is unique, `:k` walks over the invoices. Statements
 * that were sent together share a pipeline; the one that draws the number is waited for.
 */
const HEAD = String.raw`
\set i :i + 1
\set n :base + :i * :clients + :client_id
\set k 1 + (:n * :stride) % :invoices`;

const DRAWS = /"lastSeq"/;

export function limitScript(
  roundTrips: readonly RoundTrip[],
  placeholders: readonly Placeholder[],
): LimitScript {
  const constants = new Map<string, string>();
  const lines = roundTrips.map((roundTrip) => {
    const statements = roundTrip.map((each) => statementText(each, placeholders, constants));
    if (roundTrip.length === 1) return statements.join('\n');
    return `\\startpipeline\n${statements.join('\n')}\n\\endpipeline`;
  });
  return { text: `${HEAD}\n${lines.join('\n')}\n`, constants };
}

function statementText(
  { text, params }: RecordedStatement,
  placeholders: readonly Placeholder[],
  constants: Map<string, string>,
): string {
  const filled = text
    .trim()
    .replace(/\$(\d+)/g, (_, i) =>
      expression(params[Number(i) - 1] ?? null, placeholders, constants),
    );
  return DRAWS.test(text) ? `${filled} \\gset` : `${filled};`;
}

function expression(
  value: string | null,
  placeholders: readonly Placeholder[],
  constants: Map<string, string>,
): string {
  if (value === null) return 'null';
  const whole = placeholders.find(({ text }) => text === value);
  if (whole) return `(${whole.sql})`;
  const inside = placeholders.filter(({ text }) => value.includes(text));
  let sql = constant(value, constants);
  for (const { text, sql: fresh } of inside) sql = `replace(${sql}, '${text}', (${fresh})::text)`;
  // What is put together is text, which goes into no column of documents by itself.
  return inside.length > 0 ? `(${sql})${isDocument(value) ? '::jsonb' : ''}` : sql;
}

function isDocument(value: string): boolean {
  if (!value.startsWith('{')) return false;
  try {
    return typeof JSON.parse(value) === 'object';
  } catch {
    return false;
  }
}

function constant(value: string, constants: Map<string, string>): string {
  // pgbench takes no variable without a value.
  if (value === '') return `''`;
  const known = [...constants].find(([, each]) => each === value)?.[0];
  const name = known ?? `c${constants.size + 1}`;
  constants.set(name, value);
  return `:${name}`;
}
