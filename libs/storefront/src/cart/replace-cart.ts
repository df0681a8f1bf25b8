import { Injectable } from '@nestjs/common';
import type { PortalCtx } from '@quittance/portal';
import { CartChanges, type WantedCart } from './cart-changes.js';
import {
  EMPTY_HEAD,
  newCartLine,
  type CartHead,
  type CartLine,
  type CartLineId,
  type SaidLine,
} from './cart.js';
import type { CartView } from './cart.view.js';
import { refuseRepeatedLines } from './refuse-repeated-lines.js';

/** A whole cart as a user says it; what is absent is nothing. */
export interface SaidCart extends Partial<CartHead> {
  readonly lines: readonly (SaidLine & { readonly lineId?: CartLineId })[];
}

/** Puts another content in the place of what a cart has. */
@Injectable()
export class ReplaceCart {
  constructor(private readonly carts: CartChanges) {}

  /** @throws DomainError those of `CartChanges.change`, validation_failed */
  execute(ctx: PortalCtx, wanted: WantedCart, said: SaidCart): Promise<CartView> {
    refuseRepeatedLines(said.lines.map(({ lineId }) => lineId));
    const { lines, ...head } = said;
    const places = new Map<CartLineId, number>();
    return this.carts.change(
      ctx,
      wanted,
      (before) => {
        places.clear();
        const known = new Map(before.map((line) => [line.id, line]));
        const after = lines.map((line, i): CartLine => {
          const there = line.lineId && known.get(line.lineId);
          const fresh = newCartLine(line, line.lineId);
          places.set(fresh.id, i);
          return there ? { ...there, ...withoutShown(fresh) } : fresh;
        });
        return { head: { ...EMPTY_HEAD, ...head }, lines: after };
      },
      ({ id }) => `/lines/${places.get(id)}`,
    );
  }
}

/** What a user says of a line: not what it was shown at. */
function withoutShown({ shownPrice: _, shownCurrency: __, ...line }: CartLine) {
  return line;
}
