import type { Tx } from '@quittance/database';
import { invalidField, isUuid, notFound } from '@quittance/kernel';
import type { RecordId, CompanyObject } from '@quittance/metadata';
import {
  attemptCreates,
  type RecordInput,
  type RecordOutcome,
  attemptUpdates,
  recordMatch,
  type MatchField,
} from '@quittance/objects';
import { GivenValues } from './given-values.js';
import type { ImportResult } from './loads/import-tally.js';
import { resolveTargets, withNamingHints } from './named-targets.js';
import { recordProblem, type RecordProblem } from './record-problem.js';
import {
  echoesOf,
  type ColumnNames,
  type ImportRow,
  namingOf,
  type RowNaming,
} from './row-names.js';

export type { ImportRow };

/** A row with the record it is about: one that is there, a new one, or none that it could be. */
interface Addressed {
  readonly row: ImportRow;
  readonly input: RecordInput;
  readonly target: RecordId | 'new' | 'wrong';
}

/** How rows say which records they are about. */
interface RowMatching {
  /** The field that `matchBy` names: it says more than an id, which another company may have. */
  readonly match: MatchField | null;
  /** Is told of `id`, where it is passed over. */
  readonly ignored?: Set<string>;
  /** What rows before have given to unique fields. */
  readonly given?: GivenValues;
}

/**
 * Saves rows that can be saved, in a number of statements that does not grow with them: those that
 * name a record change it, the others make one.
 */
export async function importBatch(
  tx: Tx,
  object: CompanyObject,
  rows: readonly ImportRow[],
  { match, ignored, given = new GivenValues() }: RowMatching,
): Promise<readonly ImportResult[]> {
  const naming = namingOf(tx, object, match);
  const pointing = await resolveTargets(tx, object, rows);
  const echoes = echoesOf(pointing, naming);
  const known = match ? pointing.map((row) => byMatch(row, naming, ignored)) : pointing;
  const told = known.filter((row) => !echoes.has(row) && !row.error);
  const refused = pointing.flatMap(({ line, error }): ImportResult[] =>
    error ? [{ line, status: 'failed', problem: recordProblem(error) }] : [],
  );
  const saved = await saveRows(tx, object, await address(tx, object, told, naming));
  const results = [...given.told(object, told, saved), ...refused];
  const byLine = new Map(results.map((result) => [result.line, result]));
  for (const [{ line }, { line: first }] of echoes) {
    const { status, ...rest } = byLine.get(first) as ImportResult;
    byLine.set(line, { ...rest, line, status: status === 'failed' ? status : 'unchanged' });
  }
  return [...byLine.values()].sort((a, b) => a.line - b.line);
}

async function saveRows(
  tx: Tx,
  object: CompanyObject,
  addressed: readonly Addressed[],
): Promise<readonly ImportResult[]> {
  const fresh = addressed.filter(({ target }) => target === 'new');
  const known = addressed.filter(({ target }) => target !== 'new' && target !== 'wrong');
  const made = await attemptCreates(
    tx,
    object,
    fresh.map(({ input }) => input),
    {
      action: `${object.name}.imported`,
    },
  );
  const changed = await attemptUpdates(
    tx,
    object,
    known.map(({ input, target }) => ({ id: target as RecordId, patch: input })),
  );
  const results = [
    ...fresh.map(({ row }, i) => resultOf(row, made[i] as RecordOutcome, 'created')),
    ...known.map(({ row }, i) => resultOf(row, changed[i] as RecordOutcome, 'updated')),
    ...addressed.filter(({ target }) => target === 'wrong').map(({ row }) => unaddressed(row)),
  ];
  const byLine = new Map(addressed.map(({ row }) => [row.line, row]));
  return results.map((result) => {
    if (!result.problem) return result;
    const { values = {}, names } = byLine.get(result.line) ?? {};
    const told = { problem: withoutId(object, result.problem), values };
    return { ...result, problem: inColumns(withNamingHints(tx.ctx, object, told), names) };
  });
}

async function address(
  tx: Tx,
  object: CompanyObject,
  rows: readonly ImportRow[],
  naming: RowNaming | null,
): Promise<readonly Addressed[]> {
  const keys = rows.map(({ values }) => naming?.keyOf(values) ?? null);
  const asked = keys.filter((key) => key !== null);
  const found = naming
    ? await recordMatch.records(tx, object, naming.field, asked)
    : new Map<string, RecordId>();
  return rows.map((row, i): Addressed => {
    const { id, ...input } = row.values;
    if (id === undefined || id === null) {
      const target = found.get(keys[i] ?? '');
      if (target === undefined) return { row, input, target: 'new' };
      return { row, input: without(input, naming?.parts ?? []), target };
    }
    return { row, input, target: isUuid(id) ? (id.toLowerCase() as RecordId) : 'wrong' };
  });
}

/** A row that says what `matchBy` asks for, without its id. */
function byMatch(row: ImportRow, naming: RowNaming | null, ignored?: Set<string>): ImportRow {
  const { id, ...values } = row.values;
  if (id === undefined || id === null || (naming?.keyOf(values) ?? null) === null) return row;
  ignored?.add('id');
  return { ...row, values };
}

/** What names a record is as the record has it, however the row writes it. */
function without(input: RecordInput, parts: readonly string[]): RecordInput {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !parts.includes(name)));
}

/** With the columns of the file, where they have another name than their fields. */
function inColumns(problem: RecordProblem, names: ColumnNames | undefined): RecordProblem {
  if (!names) return problem;
  const errors = problem.errors.map((error) => {
    const column = names.get(error.pointer?.slice(1).split('/', 1)[0] ?? '');
    return column === undefined ? error : { ...error, parameter: column };
  });
  return { ...problem, errors };
}

/** What else a file may say where an id is none of this company. */
function withoutId(object: CompanyObject, problem: RecordProblem): RecordProblem {
  if (problem.code !== notFound.code || problem.errors.length > 0) return problem;
  const unique = [...object.fields.values()].find(({ unique: is }) => is)?.name;
  const otherwise = unique === undefined ? '' : `, or match by a unique field (matchBy=${unique})`;
  const message = `is of no ${object.name} here; leave the column \`id\` out${otherwise}`;
  return { ...problem, errors: [{ pointer: '/id', code: notFound.code, message }] };
}

function unaddressed({ line }: ImportRow): ImportResult {
  const problem = recordProblem(invalidField('/id', 'format', 'must be a UUID'));
  return { line, status: 'failed', problem };
}

function resultOf(
  { line }: ImportRow,
  outcome: RecordOutcome,
  status: 'created' | 'updated',
): ImportResult {
  if (outcome.error) return { line, status: 'failed', problem: recordProblem(outcome.error) };
  const { id } = outcome.record;
  return { line, status: outcome.unchanged ? 'unchanged' : status, id };
}
