import type { Tx } from '@quittance/database';
import { type RecordId, type CompanyObject, formulaGraph } from '@quittance/metadata';
import type { FieldValues, Field, FieldValue } from '@quittance/fields';
import { storeSideRows } from '../values/side-rows.js';
import { rollUpParents } from './compute-fields.js';
import { lockRows, storeComputed } from './store-computed.js';

/** One child as it was and as it is; null where it was not, or is no more. */
export interface ChildChange {
  readonly before: FieldValues | null;
  readonly after: FieldValues | null;
}

/** A stored roll-up over an object's records. */
interface Kept {
  readonly parent: CompanyObject;
  readonly field: Field;
  readonly relation: string;
  /** Members of a child that its value depends on. */
  readonly members: readonly string[];
}

const known = new WeakMap<CompanyObject, readonly Kept[]>();

/** The stored roll-ups over the records of an object, by the parents' names. */
export function storedRollupsOver(child: CompanyObject): readonly Kept[] {
  let stored = known.get(child);
  if (!stored) {
    stored = [...child.model.objects.values()]
      .flatMap((parent) => [...parent.fields.values()].map((field) => ({ parent, field })))
      .filter(({ field: { type, settings } }) => {
        return type === 'rollup' && settings.stored === true && settings.child === child.name;
      })
      .map(({ parent, field }) => {
        const { childField = '', of, filter } = field.settings;
        const taken = of === undefined ? [] : [of, currencyBeside(child, of)];
        const members = [childField, ...taken, ...formulaGraph.ofFilter(filter)];
        return { parent, field, relation: childField, members };
      })
      .sort((a, b) => (a.parent.name < b.parent.name ? -1 : 1));
    known.set(child, stored);
  }
  return stored;
}

function currencyBeside(child: CompanyObject, of: string): string {
  return child.fields.get(of)?.settings.currencyField ?? of;
}

/**
 * Brings the stored roll-ups of parents up to date with their children, in the transaction of the
 * children's change and after it. The parents are locked in the order of their ids before the
 * children are counted, so that of two changes the later one counts both.
 */
export async function maintainRollups(
  tx: Tx,
  child: CompanyObject,
  changes: readonly ChildChange[],
): Promise<void> {
  const stored = storedRollupsOver(child);
  if (stored.length === 0) return;
  for (const parent of new Set(stored.map((each) => each.parent))) {
    const fields = stored.filter((each) => each.parent === parent);
    const wanted = fields.map((each) => parentsOf(each, changes));
    const ids = [...new Set(wanted.flatMap((each) => [...each]))].sort();
    if (ids.length === 0) continue;
    await lockRows(tx, parent, ids);
    const values = new Map<string, Record<string, FieldValue>>();
    for (const [i, { field }] of fields.entries()) {
      const totals = await rollUpParents(tx, parent, field, [...(wanted[i] ?? [])], null);
      for (const [id, value] of totals) {
        values.set(id, { ...values.get(id), [field.name]: value });
      }
    }
    await storeComputed(tx, parent, values);
    await storeSideRows(tx, parent, ids as RecordId[], { fresh: false });
  }
}

/** The parents whose value may differ after the changes. */
function parentsOf({ relation, members }: Kept, changes: readonly ChildChange[]): Set<string> {
  const ids = new Set<string>();
  for (const { before, after } of changes) {
    const same = before && after && members.every((name) => before[name] === after[name]);
    if (same) continue;
    for (const child of [before, after]) {
      const id = child?.[relation];
      if (typeof id === 'string') ids.add(id);
    }
  }
  return ids;
}
