import type { Tx } from '@quittance/database';
import { invalidFields, type Ctx, type FieldError } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import type { ImportRow } from './import-batch.js';
import type { ImportResult } from './loads/import-tally.js';
import { recordProblem } from './record-problem.js';

type Save = (tx: Tx, rows: readonly ImportRow[]) => Promise<readonly ImportResult[]>;

/** What is written by a member of a row beside what is called like it: `sku` names a product. */
type WrittenBy = Readonly<Record<string, readonly string[]>>;

/**
 * Saves the rows of a file that say nothing which whoever sends it may not write of records of the
 * resource; the others are refused, each for itself, before anything is looked up by them. What is
 * hidden is told as what there is not.
 */
function withinRights(ctx: Ctx, resource: string, save: Save, writtenBy: WrittenBy = {}): Save {
  if (!ctx.permissions.fields?.(resource)) return save;
  return async (tx, rows) => {
    const results: ImportResult[] = [];
    const ready = rows.filter(({ line, values }) => {
      const errors = unwrittenOf(ctx, resource, values, writtenBy);
      if (errors.length === 0) return true;
      results.push({ line, status: 'failed', problem: recordProblem(invalidFields(errors)) });
      return false;
    });
    if (ready.length > 0) results.push(...(await save(tx, ready)));
    return results.sort((a, b) => a.line - b.line);
  };
}

/**
 * The members of a row that whoever sends it may not write. A path is of the member that it begins
 * with: `bank.iban` of `bank`.
 */
function unwrittenOf(
  { permissions }: Ctx,
  resource: string,
  row: Readonly<Record<string, unknown>>,
  writtenBy: WrittenBy = {},
): readonly FieldError[] {
  const namesOf = (name: string) => [name, sight.member(name), ...(writtenBy[name] ?? [])];
  return sight.unwritten([permissions.fields?.(resource)], row, { namesOf }).map(faultOf);
}

function faultOf({ pointer, hidden }: ReturnType<typeof sight.unwritten>[number]): FieldError {
  return hidden
    ? { pointer, code: 'unknown_field', message: 'is not a member of this request' }
    : { pointer, code: 'read_only', message: 'may not be written by you' };
}

/** What of the rows of a file whoever sends it may not write. */
export const rowRights = { within: withinRights, unwritten: unwrittenOf } as const;
