import { showsFigures } from '@quittance/credit/host';
import { fieldsHidden } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';

/**
 * That somebody is shown all that a check weighs, and so learns nothing by an amount of their own.
 * @throws DomainError fields_hidden
 */
export function requireFiguresShown(ctx: Ctx): void {
  if (!showsFigures(ctx)) throw fieldsHidden({ resource: 'credit-checks' });
}
