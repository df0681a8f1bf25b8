import { invalidFields } from '@quittance/kernel';
import type { ItemOverrides, WantedItem } from '@quittance/sales/host';
import { agreedPrice, priceFaults } from './plan-version-draft.js';
import type {
  ChangedItemDto,
  ItemOverridesDto,
  NewSubscriptionItemDto,
} from './subscription.dto.js';

/** Items as the operations take them. @throws DomainError validation_failed */
export function itemDrafts(
  items: readonly (NewSubscriptionItemDto | ChangedItemDto)[],
): WantedItem[] {
  return items.map(({ overrides, ...item }, i) => {
    if (overrides === undefined) return item;
    return { ...item, overrides: overrides && itemOverrides(overrides, `/items/${i}/overrides`) };
  });
}

function itemOverrides({ charges = [], minimum = null }: ItemOverridesDto, at: string) {
  const faults = charges.flatMap(({ price }, i) =>
    price ? priceFaults(price, `${at}/charges/${i}/price`) : [],
  );
  if (faults.length > 0) throw invalidFields(faults);
  return {
    minimum,
    charges: charges.map(({ key, included, price }) => ({
      key,
      ...(included !== undefined && { included }),
      ...(price && { price: agreedPrice(price) }),
    })),
  } satisfies ItemOverrides;
}
