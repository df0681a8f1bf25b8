import type { Tx } from '@quittance/database';
import { invalidFields, type Ctx, type FieldError } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import type { ImportRow } from './import-batch.js';
import type { ImportResult } from './import-tally.js';
import { recordProblem } from './record-problem.js';

type Save = (tx: Tx, rows: readonly ImportRow[]) => Promise<readonly ImportResult[]>;

/**
 * Saves the rows of a file that say nothing which whoever sends it may not write of records of the
 * resource; the others are refused, each for itself, before anything is looked up by them. What is
 * hidden is told as what there is not.
 */
export function withinRights({ permissions }: Ctx, resource: string, save: Save): Save {
  const rights = permissions.fields?.(resource);
  if (!rights || rights.unwritten.size === 0) return save;
  return async (tx, rows) => {
    const results: ImportResult[] = [];
    const ready = rows.filter(({ line, values }) => {
      const errors = sight.unwritten([rights], values, namesOf).map(faultOf);
      if (errors.length === 0) return true;
      results.push({ line, status: 'failed', problem: recordProblem(invalidFields(errors)) });
      return false;
    });
    if (ready.length > 0) results.push(...(await save(tx, ready)));
    return results.sort((a, b) => a.line - b.line);
  };
}

/** A path is of the member that it begins with: `bank.iban` of `bank`. */
const namesOf = (name: string): readonly string[] => [name, name.split('.', 1)[0] ?? name];

function faultOf({ pointer, hidden }: ReturnType<typeof sight.unwritten>[number]): FieldError {
  return hidden
    ? { pointer, code: 'unknown_field', message: 'is not a member of this request' }
    : { pointer, code: 'read_only', message: 'may not be written by you' };
}
