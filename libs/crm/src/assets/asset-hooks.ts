import { invalidFields, type DomainError } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks, PendingRecord } from '@quittance/metadata';
import { assetFaults, completedAsset } from './asset.js';

function refuseFaults(asset: FieldValues): void {
  const faults = assetFaults(asset);
  if (faults.length > 0) throw invalidFields(faults);
}

/** Of one that is refused for its fields: what else is wrong between those that can be read. */
function shapeFault({ before, after, wrong }: PendingRecord): DomainError | null {
  if (!wrong || wrong.size === 0) return null;
  const installedOn = wrong.has('installedOn') ? null : (after.installedOn ?? null);
  const asset = before ? after : { ...after, ...completedAsset(after) };
  const faults = assetFaults({ ...asset, installedOn });
  return faults.length > 0 ? invalidFields(faults) : null;
}

export const assetHooks: ObjectHooks = {
  faults: (_, assets) => Promise.resolve(assets.map(shapeFault)),

  beforeCreate(_, assets) {
    return Promise.resolve(
      assets.map((asset) => {
        const more = completedAsset(asset);
        refuseFaults({ ...asset, ...more });
        return more;
      }),
    );
  },

  beforeUpdate(_, changes) {
    return Promise.resolve(
      changes.map(({ after }): FieldValues => {
        const name = after.name ?? after.serial ?? null;
        refuseFaults({ ...after, name });
        return name === after.name ? {} : { name };
      }),
    );
  },
};
