import type { FieldError } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';

/** Nobody has what lies in stock, or is gone. */
const WITH_NOBODY: ReadonlySet<unknown> = new Set(['in_stock', 'retired']);

/** What a new asset is where nobody says: whoever is named has it. */
export function completedAsset(asset: FieldValues): FieldValues {
  const { accountId, name, serial, status } = asset;
  return {
    name: name ?? serial ?? null,
    status: status ?? (accountId ? 'installed' : 'in_stock'),
  };
}

/** What is wrong with an asset as it would be kept. */
export function assetFaults(asset: FieldValues): FieldError[] {
  const { accountId, installedOn, name, status, warrantyUntil } = asset;
  const faults: FieldError[] = [];
  const refuse = (pointer: string, code: string, message: string) =>
    faults.push({ pointer, code, message });
  if (!name) refuse('/name', 'required', 'is required where there is no serial number');
  if (!status) refuse('/status', 'required', 'is required');
  if (!accountId && !WITH_NOBODY.has(status ?? null) && status) {
    refuse('/accountId', 'required', 'is required unless it is in stock or retired');
  }
  if (installedOn && warrantyUntil && warrantyUntil < installedOn) {
    refuse('/warrantyUntil', 'min', 'must not be before the day it was installed');
  }
  return faults;
}
