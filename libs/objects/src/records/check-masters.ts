import type { Tx } from '@quittance/database';
import { findMasterCodes, isMasterType, type MasterKey } from '@quittance/masters';
import type { CompanyObject } from '../metadata/company-model.js';
import type { FieldValue } from '../fields/field.js';
import type { Draft } from './draft.js';

interface Chosen {
  readonly draft: Draft;
  readonly pointer: string;
  readonly type: string;
  readonly code: string;
}

/**
 * Whether the entries of masters that are newly chosen exist and are active: one statement for all
 * fields of all records. What a record had before is not asked about again.
 */
export async function checkMasters(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Promise<void> {
  const chosen = drafts.flatMap((draft) => chosenBy(object, draft));
  if (chosen.length === 0) return;
  const wanted = new Map(chosen.map(({ type, code }) => [keyOf(type, code), { type, code }]));
  const askable = [...wanted.values()].filter((each): each is MasterKey => isMasterType(each.type));
  const found = new Set(
    (await findMasterCodes(tx, askable)).map(({ type, code }) => keyOf(type, code)),
  );
  for (const { draft, pointer, type, code } of chosen) {
    if (found.has(keyOf(type, code))) continue;
    const message = `There is no active entry ${JSON.stringify(code)} in the master ${type}.`;
    draft.errors.push({ pointer, code: 'enum', message });
  }
}

const keyOf = (type: string, code: string) => `${type} ${code}`;

function chosenBy(object: CompanyObject, draft: Draft): Chosen[] {
  return Object.entries(draft.values).flatMap(([name, value]) => {
    const type = object.fields.get(name)?.settings.master;
    if (type === undefined || value === null) return [];
    if (typeof value === 'string') return [{ draft, pointer: `/${name}`, type, code: value }];
    const before = codesOf(draft.before?.view[name] ?? null);
    return codesOf(value).flatMap((code, i) =>
      before.includes(code) ? [] : [{ draft, pointer: `/${name}/${i}`, type, code }],
    );
  });
}

function codesOf(value: FieldValue): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
