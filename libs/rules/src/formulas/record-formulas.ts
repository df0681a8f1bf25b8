import {
  checkFormula,
  FormulaError,
  type CheckedFormula,
  type FormulaInput,
  type FormulaScope,
  type FormulaType,
} from '@quittance/formula';
import { type Tx, arrays } from '@quittance/database';
import { dateAt } from '@quittance/calendar';
import type { Actor, FieldError } from '@quittance/kernel';
import { reachedField, type CompanyObject, inFormula } from '@quittance/metadata';
import { recordRows, type RecordRow, rowScope } from '@quittance/objects';
import type { FieldValues } from '@quittance/fields';
import { rulesActor } from './rules-actor.js';

/** Rules are asked about changes of records, and about who has made them. */
export function ruleScope(object: CompanyObject): FormulaScope {
  const scope = inFormula.scope(object, object.model.objects);
  return {
    ofChange: true,
    field: (path) => (rulesActor.isNamed(path) ? rulesActor.field(path) : scope.field(path)),
  };
}

/** A formula over the records of an object; null where it does not fit its fields any longer. */
export function compileFormula(
  object: CompanyObject,
  text: string,
  results?: readonly FormulaType[],
): CheckedFormula | null {
  try {
    return checkFormula(text, ruleScope(object), results);
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}

/** What is wrong with a formula that somebody defines: every fault with its place in the text. */
export function formulaFaults(
  object: CompanyObject,
  text: string,
  pointer: string,
  results: readonly FormulaType[],
): readonly FieldError[] {
  try {
    checkFormula(text, ruleScope(object), results);
    return [];
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return error.faults.map(({ code, message, position: { line, column } }) => ({
      pointer,
      code: `formula_${code}`,
      message: `${message} (line ${line}, column ${column})`,
    }));
  }
}

/** The other records that lookups lead to, by object and id. */
type Others = ReadonlyMap<string, FieldValues>;

/**
 * What formulas are evaluated on, for each of the records: one statement for each object that they
 * reach through a lookup. Rules hold for everybody, so that no actor's scope narrows what they see.
 */
export async function formulaInputs(
  tx: Tx,
  object: CompanyObject,
  formulas: readonly CheckedFormula[],
  records: readonly FieldValues[],
  by: Actor = tx.ctx.actor,
): Promise<readonly FormulaInput[]> {
  const others = await reachOthers(tx, object, formulas, records);
  const actor = await rulesActor.read(tx, by, formulas);
  const { now, work } = tx.ctx;
  const { timeZone } = object.model.terms;
  const clock = { now, timeZone, today: dateAt(now, timeZone), ...(work && { budget: work }) };
  return records.map((record) => ({
    ...clock,
    value: (path) =>
      rulesActor.isNamed(path) ? actor(path) : valueOf(object, record, others, path),
  }));
}

function valueOf(
  object: CompanyObject,
  record: FieldValues,
  others: Others,
  path: readonly string[],
) {
  const [first = ''] = path;
  if (path.length === 1) {
    const field = object.fields.get(first);
    return field ? inFormula.value(field, record[first]) : null;
  }
  const there = reachedField(object, path);
  const field = there?.target.fields.get(there.name);
  if (!there || !field) return null;
  const { target, lookup, name } = there;
  return inFormula.value(
    field,
    others.get(`${target.name} ${String(record[lookup.name])}`)?.[name],
  );
}

async function reachOthers(
  tx: Tx,
  object: CompanyObject,
  formulas: readonly CheckedFormula[],
  records: readonly FieldValues[],
): Promise<Others> {
  const wanted = new Map<CompanyObject, Set<string>>();
  for (const path of formulas.flatMap(({ paths }) => paths)) {
    const there = reachedField(object, path);
    if (!there) continue;
    const { target, lookup } = there;
    const ids = wanted.get(target) ?? new Set<string>();
    for (const { [lookup.name]: id } of records) if (typeof id === 'string') ids.add(id);
    wanted.set(target, ids);
  }
  const found = new Map<string, FieldValues>();
  await Promise.all(
    [...wanted].map(async ([target, ids]) => {
      for (const view of await readAll(tx, target, [...ids])) {
        found.set(`${target.name} ${view.id}`, view);
      }
    }),
  );
  return found;
}

/** By primary key. */
async function readAll(tx: Tx, target: CompanyObject, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = recordRows(target);
  const statement = `select ${rows.select} from ${target.table.name} t
    where t.company_id = $1 and t.id = any($2::uuid[]) and ${rowScope.live(target, 't')}`;
  const found = await tx.rows<RecordRow>(statement, [
    tx.ctx.companyId,
    arrays.uuid(ids, (id) => id),
  ]);
  return found.map((row) => rows.view(row));
}
