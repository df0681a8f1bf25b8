import { invalidFields } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { assetFaults, completedAsset } from './asset.js';

function refuseFaults(asset: FieldValues): void {
  const faults = assetFaults(asset);
  if (faults.length > 0) throw invalidFields(faults);
}

export const assetHooks: ObjectHooks = {
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
