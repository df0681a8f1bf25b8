import type { Tx } from '@quittance/database';
import { invalidField, isUuid } from '@quittance/kernel';
import type { RecordId } from '../catalogue/object.js';
import type { CompanyObject } from '../metadata/company-model.js';
import { attemptCreates } from '../records/create-records.js';
import type { RecordInput, RecordOutcome } from '../records/record-write.js';
import { attemptUpdates } from '../records/update-records.js';
import type { ImportResult } from './import-tally.js';
import { matchKey, matchRecords, type MatchField } from './match-records.js';
import { recordProblem } from './record-problem.js';

/** A row of a file as the members it sets. */
export interface ImportRow {
  readonly line: number;
  readonly values: RecordInput;
}

/** A row with the record it is about: one that is there, a new one, or none that it could be. */
interface Addressed {
  readonly row: ImportRow;
  readonly input: RecordInput;
  readonly target: RecordId | 'new' | 'wrong';
}

/**
 * Saves rows that can be saved, in a number of statements that does not grow with them: those that
 * name a record change it, the others make one.
 */
export async function importBatch(
  tx: Tx,
  object: CompanyObject,
  rows: readonly ImportRow[],
  match: MatchField | null,
): Promise<readonly ImportResult[]> {
  const addressed = await address(tx, object, rows, match);
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
  return [
    ...fresh.map(({ row }, i) => resultOf(row, made[i] as RecordOutcome, 'created')),
    ...known.map(({ row }, i) => resultOf(row, changed[i] as RecordOutcome, 'updated')),
    ...addressed.filter(({ target }) => target === 'wrong').map(({ row }) => unaddressed(row)),
  ].sort((a, b) => a.line - b.line);
}

async function address(
  tx: Tx,
  object: CompanyObject,
  rows: readonly ImportRow[],
  match: MatchField | null,
): Promise<readonly Addressed[]> {
  const keys = rows.map(({ values }) => match && matchKey(tx, object, match, values[match.name]));
  const asked = keys.filter((key) => key !== null);
  const found = match ? await matchRecords(tx, object, match, asked) : new Map<string, RecordId>();
  return rows.map((row, i): Addressed => {
    const { id, ...input } = row.values;
    if (id === undefined || id === null) {
      return { row, input, target: found.get(keys[i] ?? '') ?? 'new' };
    }
    return { row, input, target: isUuid(id) ? (id.toLowerCase() as RecordId) : 'wrong' };
  });
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
