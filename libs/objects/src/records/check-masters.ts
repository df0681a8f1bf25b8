import type { Tx } from '@quittance/database';
import { findMasterCodes, isMasterType, type MasterKey } from '@quittance/masters';
import type { CompanyObject } from '@quittance/metadata';
import type { Field, FieldValue } from '@quittance/fields';
import type { Draft } from './draft.js';
import type { RecordInput } from './record-write.js';

interface Chosen {
  readonly draft: Draft;
  readonly field: Field;
  readonly pointer: string;
  readonly type: string;
  readonly code: string;
}

/**
 * Whether the entries of masters that are newly chosen exist and are active: one statement for all
 * fields of all records. What a record had before is not asked about again. A default that is no
 * entry any longer is left out: nobody has sent it.
 * @param inputs what was sent for each draft, by its index
 */
export async function checkMasters(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  inputs: readonly (RecordInput | undefined)[] = [],
): Promise<void> {
  const chosen = drafts.flatMap((draft) => chosenBy(object, draft));
  if (chosen.length === 0) return;
  const wanted = new Map(chosen.map(({ type, code }) => [keyOf(type, code), { type, code }]));
  const askable = [...wanted.values()].filter((each): each is MasterKey => isMasterType(each.type));
  const found = new Set(
    (await findMasterCodes(tx, askable)).map(({ type, code }) => keyOf(type, code)),
  );
  for (const { draft, field, pointer, type, code } of chosen) {
    if (found.has(keyOf(type, code))) continue;
    if (draft.before === null && !Object.hasOwn(inputs[draft.index] ?? {}, field.name)) {
      leaveOut(draft, field, code);
      continue;
    }
    const message = `There is no active entry ${JSON.stringify(code)} in the master ${type}.`;
    draft.errors.push({ pointer, code: 'enum', message });
  }
}

const keyOf = (type: string, code: string) => `${type} ${code}`;

function chosenBy(object: CompanyObject, draft: Draft): Chosen[] {
  return Object.entries(draft.values).flatMap(([name, value]) => {
    const field = object.fields.get(name);
    const type = field?.settings.master;
    if (!field || type === undefined || value === null) return [];
    if (typeof value === 'string')
      return [{ draft, field, pointer: `/${name}`, type, code: value }];
    const before = codesOf(draft.before?.view[name] ?? null);
    return codesOf(value).flatMap((code, i) =>
      before.includes(code) ? [] : [{ draft, field, pointer: `/${name}/${i}`, type, code }],
    );
  });
}

function leaveOut(draft: Draft, { name, required }: Field, code: string): void {
  const left = codesOf(draft.values[name] ?? null).filter((each) => each !== code);
  const value = left.length === 0 ? null : left;
  draft.values = { ...draft.values, [name]: value };
  draft.after = { ...draft.after, [name]: value };
  if (value !== null || !required) return;
  draft.errors.push({ pointer: `/${name}`, code: 'required', message: 'is required' });
}

function codesOf(value: FieldValue): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
