import { invalidField, isUuid } from '@quittance/kernel';
import { parseDecimal } from '@quittance/money';
import type { PreviewedChange } from '../asked.js';

const EFFECTIVE = ['now', 'period_end'] as const;

/**
 * What a preview has shown, as a text that is handed back to have it made. It holds nothing that
 * its bearer could not ask for: the change is worked out anew and has to come to the same.
 */
export function previewToken(change: PreviewedChange): string {
  const { planId, quantity, itemId = null, effective = null, previewHash } = change;
  const said = [planId, quantity, itemId, effective, previewHash];
  return Buffer.from(JSON.stringify(said)).toString('base64url');
}

/** @throws DomainError validation_failed */
export function readPreviewToken(token: string): PreviewedChange {
  const said = parsed(token);
  const [planId, quantity, itemId, effective, previewHash] = said ?? [];
  const units = typeof quantity === 'string' ? parseDecimal(quantity) : undefined;
  const isKnown =
    said?.length === 5 &&
    isUuid(planId) &&
    units !== undefined &&
    units.units > 0n &&
    units.scale <= 6 &&
    (itemId === null || isUuid(itemId)) &&
    (effective === null || EFFECTIVE.some((each) => each === effective)) &&
    typeof previewHash === 'string';
  if (!isKnown) throw invalidField('/previewToken', 'format', 'is not what a preview has answered');
  return {
    planId: planId as PreviewedChange['planId'],
    quantity: quantity as string,
    ...(itemId !== null && { itemId: itemId as NonNullable<PreviewedChange['itemId']> }),
    ...(effective !== null && { effective: effective as (typeof EFFECTIVE)[number] }),
    previewHash: previewHash as string,
  };
}

function parsed(token: string): readonly unknown[] | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(said) ? said : undefined;
  } catch {
    return undefined;
  }
}
