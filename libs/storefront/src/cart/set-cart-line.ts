import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { notFound, type ProductId } from '@quittance/kernel';
import { accountInReach, type PortalCtx } from '@quittance/portal';
import { CartChanges, type WantedCart } from './cart-changes.js';
import { accountOfLine } from './cart.repository.js';
import { newCartLine, type CartLine, type CartLineId } from './cart.js';
import type { CartView } from './cart.view.js';

/** What is said of one line: its whole quantity, and whatever of the rest changes. */
export interface SaidQuantity {
  readonly quantity: string;
  /** Needed of a line that is not there yet. */
  readonly productId?: ProductId | undefined;
  readonly note?: string | null | undefined;
  readonly deliverOn?: LocalDate | null | undefined;
}

/** Says how much of a line is wanted; one that is not there is made, under the id that is given. */
@Injectable()
export class SetCartLine {
  constructor(private readonly carts: CartChanges) {}

  /** @throws DomainError not_found, and those of `CartChanges.change` */
  execute(
    ctx: PortalCtx,
    { accountId: named, expectedVersion = null }: WantedCart,
    id: CartLineId,
    said: SaidQuantity,
  ): Promise<CartView> {
    return this.carts.write(ctx, async (tx, scope, change) => {
      const there = await accountOfLine(tx, ctx.portal.portalUserId, id);
      const accountId = accountInReach(scope, named ?? there);
      return change(
        { accountId, expectedVersion },
        (lines) => ({ lines: withLine(lines, id, said) }),
        (line) => (line.id === id ? '' : undefined),
      );
    });
  }
}

function withLine(
  lines: readonly CartLine[],
  id: CartLineId,
  { quantity, productId, note, deliverOn }: SaidQuantity,
): readonly CartLine[] {
  const there = lines.find((line) => line.id === id);
  const changed = {
    quantity,
    ...(productId !== undefined && { productId }),
    ...(note !== undefined && { note }),
    ...(deliverOn !== undefined && { deliverOn }),
  };
  if (there) return lines.map((line) => (line === there ? { ...line, ...changed } : line));
  if (productId === undefined) throw notFound({ object: 'cart line' });
  return [...lines, newCartLine({ ...changed, productId }, id)];
}
