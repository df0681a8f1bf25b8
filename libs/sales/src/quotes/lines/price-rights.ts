import { invalidFields, malformedRequest, type Ctx } from '@quittance/kernel';
import { rowRights } from '@quittance/mass';

/** What looking up prices writes, though nobody has sent it. */
const WRITTEN = { lines: null, unitPrice: null };

/**
 * Refuses to look up prices for whoever may not write them, as a body that names them is: what is
 * hidden is told as what there is not.
 * @throws DomainError validation_failed, malformed_request
 */
export function requirePricesWritable(ctx: Ctx, resource: 'quotes' | 'sales-orders'): void {
  const errors = rowRights.unwritten(ctx, resource, WRITTEN);
  if (errors.some(({ code }) => code === 'unknown_field')) {
    const reason = 'The body has members that are unknown or of the wrong type.';
    throw malformedRequest({ reason }, { errors });
  }
  if (errors.length > 0) throw invalidFields(errors);
}
