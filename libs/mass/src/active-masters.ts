import type { Tx } from '@quittance/database';
import { findMasterCodes, isMasterType } from '@quittance/masters';
import type { RecordObject } from '@quittance/metadata';
import type { FieldValues, FieldValue } from '@quittance/fields';

/**
 * What one record may take over from another: entries of masters that are not active, and words
 * that no master has, cannot be chosen again and are left out. One statement for all fields that
 * hold any.
 */
export async function withActiveMasters(
  tx: Tx,
  { fields }: RecordObject,
  copied: FieldValues,
): Promise<FieldValues> {
  const coded = Object.entries(copied).flatMap(([name, value]) => {
    const type = fields.get(name)?.settings.master;
    const isCoded = type !== undefined && isMasterType(type) && value !== null;
    return isCoded ? [{ name, type, value }] : [];
  });
  const wanted = coded.flatMap(({ type, value }) =>
    [value].flat().map((code) => ({ type, code: String(code) })),
  );
  const active = await findMasterCodes(tx, wanted);
  const kept: Record<string, FieldValue> = { ...copied };
  for (const { name, type, value } of coded) {
    const codes = active.filter((each) => each.type === type).map(({ code }) => code);
    const left = among(value, new Set(codes));
    if (left === null) delete kept[name];
    else kept[name] = left;
  }
  return kept;
}

/** The codes of a value that are offered; null where none is left. */
export function among(value: FieldValue, offered: ReadonlySet<FieldValue>): FieldValue {
  if (!Array.isArray(value)) return offered.has(value) ? value : null;
  const kept = (value as readonly FieldValue[]).filter((code) => offered.has(code));
  return kept.length === 0 ? null : kept;
}
