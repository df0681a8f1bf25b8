import { Injectable } from '@nestjs/common';
import { creditCheckFailed, CreditControl, type CreditCheck } from '@quittance/credit';
import { holdSellingAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { productsOf, quotedSellerOf, buyerOf } from '@quittance/lines';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { unknownLine } from '../fulfilment/asked-quantities.js';
import { changeOrder, type LockedOrder } from '../change-order.js';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { lockOrderBehindCredit } from '../credit/lock-order-behind-credit.js';
import type { OrderLine } from '../lines/order-line.description.js';
import { keptOrderOf, priceOrderLines, type KeptOrderLine } from '../lines/order-line.js';
import { refuseStageAmounts, refuseStagesAbove } from '../lines/order-stages.js';
import { linesTold, orderValue } from '../lines/quantities.js';
import { withOrderPrices } from '../lines/read-order-prices.js';
import { OrderPorts } from '../order-ports.js';
import { worthOfLines } from '../order-worth.js';
import { orderStatusAfter, refuseTooManyOrderLines } from '../order.js';
import type { Order, OrderId } from '../order.description.js';
import { orderLines, storeOrderLines } from '../order.repository.js';
import type { OrderView } from '../order.view.js';
import { refuseIncompleteOrder } from '../refuse-incomplete-order.js';
import {
  amendedColumns,
  amendedLine,
  discountOfAmended,
  isChange,
  withAmended,
  type AmendedLine,
} from './amended-lines.js';
import { amendedAdjustments } from './amended-adjustments.js';
import { withChanged } from '../fulfilment/asked-quantities.js';
import { amendmentOf, orderAmendmentNoun } from './order-amendment.js';

/** What is to be otherwise, and why. */
export interface AmendmentInput {
  readonly lines: readonly AmendedLine[];
  readonly reason: string;
}

/** An order with what an amendment makes of it. */
interface Amended extends LockedOrder {
  readonly before: readonly OrderLine[];
  readonly changed: readonly OrderLine[];
  readonly added: readonly OrderLine[];
  readonly columns: Partial<Order>;
  readonly value: bigint;
}

/** Credit says no: what was to be written is undone, and the check is written by itself. */
class NotCovered extends Error {}

/** Changes what is ordered of an order that binds: what raises its worth asks credit again. */
@Injectable()
export class AmendOrder {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly credit: CreditControl,
    private readonly ports: OrderPorts,
  ) {}

  /**
   * @throws DomainError not_found, order_not_confirmed, validation_failed, below_fulfilled,
   *   order_line_invoiced, price_not_found, order_tax_undetermined, discount_exceeds_line,
   *   credit_hold_hard, credit_check_failed, exchange_rate_missing, tax_inputs_changing
   */
  async execute(ctx: Ctx, id: OrderId, input: AmendmentInput): Promise<OrderView> {
    for (;;) {
      try {
        return await this.taxes.write(ctx, (tx, taxes) => this.amend(tx, taxes, id, input));
      } catch (error) {
        if (!(error instanceof NotCovered)) throw error;
        const refused = await this.taxes.write(
          ctx,
          async (tx, taxes) => this.checked(tx, await amended(tx, taxes, id, input)),
          { answers: false },
        );
        if (refused && refused.status !== 'approved') {
          throw creditCheckFailed({ checkId: refused.id, outcome: refused.outcome });
        }
      }
    }
  }

  private async amend(
    tx: Tx,
    taxes: Taxes,
    id: OrderId,
    { lines: asked, reason }: AmendmentInput,
  ): Promise<OrderView> {
    const after = await amended(tx, taxes, id, { lines: asked, reason });
    const { order, lines, before, changed, added, value } = after;
    const check = await this.checked(tx, after);
    if (check && check.status !== 'approved') throw new NotCovered();
    const amendment = amendmentOf(tx, order, {
      kind: 'amended',
      reason,
      before,
      after: [...changed, ...added],
      valueAfter: value,
    });
    await storeOrderLines(tx, id, changed);
    await orderLines.insert(tx, added);
    await orderAmendmentNoun.rows.insert(tx, [amendment]);
    const change = {
      ...after.columns,
      ...(await worthOfLines(tx, this.ports, order, lines)),
      status: orderStatusAfter(order.status, 'amend', linesTold(lines)),
      amendment: amendment.number,
      creditCheckId: check?.id ?? order.creditCheckId,
    };
    return changeOrder(tx, { order, lines }, change, {
      event: 'order.amended',
      action: 'order.amended',
      more: { before: amendment.before.lines, lines: amendment.after.lines, reason },
    });
  }

  /**
   * The check of what the order is worth then; null where that is no more than before. One that was
   * approved for it by an override counts, once.
   */
  private async checked(tx: Tx, after: Amended): Promise<CreditCheck | null> {
    const { order, value, columns } = after;
    const { id, accountId, currency, creditCheckId } = order;
    if (value <= order.value) return null;
    const document = { type: 'sales-order', id } as const;
    const amount = await readCreditAmount(tx, { ...order, ...columns, value });
    const request = { accountId, amount, currency, document };
    await this.credit.requireNoHardHold(tx, request);
    const known = await this.credit.approvedCheck(tx, document);
    const isForThis = known && known.id !== creditCheckId && known.accountId === accountId;
    const covers = known?.documentCurrency === currency && known.documentAmount >= amount;
    if (known && isForThis && covers && known.outcome !== 'approved') return known;
    return (await this.credit.check(tx, { ...request, afresh: true })).check;
  }
}

/** @throws DomainError those of an amendment but for credit's */
async function amended(
  tx: Tx,
  taxes: Taxes,
  id: OrderId,
  { lines: asked }: AmendmentInput,
): Promise<Amended> {
  const locked = await lockOrderBehindCredit(tx, id);
  const { order, lines } = locked;
  orderStatusAfter(order.status, 'amend', linesTold(lines));
  const kept = await amendedLines(tx, locked, asked);
  const ids = new Set<string>(kept.map(({ quoted }) => quoted.id));
  const before = lines.filter((line) => ids.has(line.id));
  const were = new Set(before.map((line) => line.id));
  const seller = quotedSellerOf(locked.company, await taxes.load(tx));
  const { accountId, billTo } = order;
  const buyer = buyerOf(accountId, billTo);
  const head = { ...order, adjustments: null, discount: discountOfAmended(order, before) };
  const priced = priceOrderLines(id, head, seller, buyer, kept);
  // A line that is changed keeps its milestones: an amendment says none.
  refuseStagesAbove(
    priced.lines.map((line) => (were.has(line.id) ? { ...line, stages: [] } : line)),
    order.currency,
  );
  const sold = withAmended(lines, priced.lines, order);
  const adjustments = amendedAdjustments(order, sold.lines, { seller, buyer });
  const after = withAdjustments(sold, lines, adjustments);
  refuseTooManyOrderLines(after.lines.length);
  refuseIncompleteOrder({ order, lines: after.lines });
  const columns = amendedColumns(order, lines, after.lines);
  return { ...locked, ...after, before, columns, value: orderValue(after.lines, order) };
}

/** With what is taken off the whole then, or put on it, where that is another than it was. */
function withAdjustments(
  { lines, changed, added }: ReturnType<typeof withAmended>,
  before: readonly OrderLine[],
  adjustments: readonly OrderLine[],
) {
  const was = new Map(before.map((line) => [line.id, line]));
  const others = adjustments.filter((line) => {
    const { net, tax, position } = was.get(line.id) ?? line;
    return net !== line.net || tax !== line.tax || position !== line.position;
  });
  return {
    lines: withChanged(lines, adjustments),
    changed: [...changed, ...others],
    added,
  };
}

/** The lines that are priced again, in the order of the body. */
async function amendedLines(
  tx: Tx,
  { order, lines }: LockedOrder,
  asked: readonly AmendedLine[],
): Promise<KeptOrderLine[]> {
  if (asked.length === 0) throw invalidField('/lines', 'min', 'must not be empty');
  const products = await productsOf(
    tx,
    asked.map((each) => ({ productId: isChange(each) ? null : (each.productId ?? null) })),
  );
  const named = new Set<string>();
  const kept = asked.map((each, at): KeptOrderLine => {
    if (!isChange(each)) {
      if (each.kind === 'recurring') {
        throw invalidField(`/lines/${at}/kind`, 'not_taken', 'is subscribed to by itself');
      }
      return keptOrderOf(each, products, `/lines/${at}`);
    }
    const line = lines.find(({ id }) => id === each.lineId);
    if (!line) throw unknownLine(at);
    if (named.has(line.id)) throw invalidField(`/lines/${at}/lineId`, 'unique', 'is named already');
    named.add(line.id);
    return amendedLine(line, each, { currency: order.currency, at });
  });
  refuseStageAmounts(kept, order.currency);
  const account = await holdSellingAccount(tx, order.accountId);
  return withOrderPrices(tx, order, account?.priceBookId ?? null, kept);
}
