import { findMasters, isMasterType, type MasterKey } from '@quittance/masters';
import type { Tx } from '@quittance/database';
import { pointed } from '@quittance/objects';
import type { CompanyObject, RecordId, RecordView } from '@quittance/metadata';
import type { Field, FieldValue } from '@quittance/fields';

/** What is shown in place of values that only name something, by field name. */
export type DisplayValues = ReadonlyMap<string, string>;

/**
 * The labels of chosen options, the names of master entries and the titles of the records that
 * fields point at: one statement for each kind of target. What the actor may not see has no title.
 */
export async function displayValues(
  tx: Tx,
  { model }: CompanyObject,
  fields: readonly Field[],
  record: RecordView,
): Promise<DisplayValues> {
  const shown = new Map<string, string>();
  const pointers = new Map<string, Field[]>();
  const coded: Coded[] = [];
  for (const field of fields) {
    const value = record[field.name] ?? null;
    const { options, target, master } = field.settings;
    if (value === null) continue;
    if (options) shown.set(field.name, labelsOf(value, labelsOfOptions(options)));
    if (master && isMasterType(master)) coded.push({ name: field.name, value, type: master });
    if (target) pointers.set(target, [...(pointers.get(target) ?? []), field]);
  }
  for (const [target, pointing] of pointers) {
    const ids = pointing.map(({ name }) => record[name] as RecordId);
    const titles = await pointed.titles(tx, model, target, ids);
    for (const { name } of pointing) {
      const title = titles.get(record[name] as string);
      if (title !== undefined) shown.set(name, title);
    }
  }
  const names = await masterNames(tx, coded);
  for (const { name, value, type } of coded) {
    shown.set(name, labelsOf(value, names.get(type) ?? new Map()));
  }
  return shown;
}

/** A value that is a code of a master, or several. */
interface Coded {
  readonly name: string;
  readonly value: FieldValue;
  readonly type: MasterKey['type'];
}

type Labels = ReadonlyMap<unknown, string>;

function labelsOfOptions(options: NonNullable<Field['settings']['options']>): Labels {
  return new Map(options.map(({ code, label }) => [code, label]));
}

function labelsOf(value: FieldValue, labels: Labels): string {
  const codes: readonly unknown[] = Array.isArray(value) ? value : [value];
  return codes.map((code) => labels.get(code) ?? String(code)).join(', ');
}

/** The names of all entries that the values hold, by type and code: one statement. */
async function masterNames(
  tx: Tx,
  coded: readonly Coded[],
): Promise<ReadonlyMap<MasterKey['type'], Labels>> {
  const wanted = coded.flatMap(({ type, value }) =>
    [value].flat().map((code) => ({ type, code: String(code) })),
  );
  const names = new Map<MasterKey['type'], Map<unknown, string>>();
  for (const { type, code, name } of await findMasters(tx, wanted)) {
    names.set(type, (names.get(type) ?? new Map<unknown, string>()).set(code, name));
  }
  return names;
}
