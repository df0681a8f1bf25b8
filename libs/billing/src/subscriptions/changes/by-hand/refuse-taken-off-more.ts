import { addDays } from '@quittance/calendar';
import { namedSql, type Tx } from '@quittance/database';
import { invalidFields, type FieldError, type Id, type InvoiceId } from '@quittance/kernel';
import { lineProducts, taxedByOf } from '@quittance/lines';
import { sumOf } from '@quittance/money';
import type { DocumentsWithin } from '@quittance/receivables';
import type { ChangeLine } from '../change-line.js';
import { ofSubscriptions } from './refuse-other-agreed.js';

interface TakenOffMore {
  readonly invoiceId: InvoiceId;
  readonly lineId: Id<'invoice-line'>;
  readonly errors: readonly FieldError[];
}

type GivenBack = Pick<
  ChangeLine,
  'invoiceId' | 'startOn' | 'untilOn' | 'amount' | 'productId' | 'taxCode' | 'placeOf'
>;

/** What changes give back by lines of some invoices; by `change_line_invoice_index`. */
const GIVEN_BACK_BY = namedSql(
  `select l.invoice_id as "invoiceId", l.start_on as "startOn", l.until_on as "untilOn", l.amount,
     l.product_id as "productId", l.tax_code as "taxCode", l.place_of as "placeOf"
   from billing.change_line l
   where l.company_id = :companyId and l.invoice_id = any(:invoiceIds) and l.amount < 0
     and l.settled_on is null`,
  { values: { invoiceIds: 'uuid[]' } },
);

/**
 * A line by which a draft gives something back takes off no more, for its days and at its tax, than
 * a change or usage gives back by it: what it takes off beyond that would be known to nobody, and
 * would come back once more. One that was made smaller may be made as large as it was. Who wants to
 * take off more writes a line without days, of which is known that it is one.
 * @throws DomainError validation_failed
 */
export function refuseTakenOffMore(documents: Pick<DocumentsWithin, 'find'>) {
  return async (tx: Tx, told: readonly TakenOffMore[]): Promise<void> => {
    const changed = await ofSubscriptions(tx, told);
    if (changed.length === 0) return;
    const invoiceIds = [...new Set(changed.map(({ invoiceId }) => invoiceId))];
    const [made, all] = await Promise.all([
      documents.find(tx, invoiceIds),
      GIVEN_BACK_BY.rows<GivenBack>(tx, { invoiceIds }),
    ]);
    const taxOf = await taxedByOf(tx, all);
    for (const { invoiceId, lineId, errors } of changed) {
      const lines = made.get(invoiceId)?.lines ?? [];
      const line = lines.find(({ id }) => id === lineId);
      if (!line) continue;
      const { periodStart, periodEnd } = line;
      const taxedBy = lineProducts.taxedBy(line);
      const alike = lines.filter(
        (each) =>
          each.net < 0n &&
          each.periodStart === periodStart &&
          each.periodEnd === periodEnd &&
          lineProducts.taxedBy(each) === taxedBy,
      );
      const given = all.filter(
        (each) =>
          each.invoiceId === invoiceId &&
          each.startOn === periodStart &&
          addDays(each.untilOn, -1) === periodEnd &&
          taxOf(each) === taxedBy,
      );
      const least = sumOf(given.map(({ amount }) => amount));
      if (sumOf(alike.map(({ net }) => net)) < least) throw invalidFields(errors);
    }
  };
}
