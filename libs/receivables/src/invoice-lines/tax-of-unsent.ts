import { type Tx } from '@quittance/database';
import { recordTaxOfPaid, voidTax } from '@quittance/tax';
import { linesOf, type SettledInvoice } from '../invoices/invoice.repository.js';
import { taxedInvoice } from './taxed-invoice.js';

type Money = Pick<SettledInvoice['invoice'], 'paidAmount' | 'creditedAmount'>;

const isReached = ({ paidAmount, creditedAmount }: Money) => paidAmount + creditedAmount > 0n;

/**
 * Tax is recorded when an invoice is sent. Of one that money reaches before that it is recorded
 * with the first money, and taken back when all of it is: it is a draft again.
 */
export async function recordTaxOfUnsent(tx: Tx, settled: readonly SettledInvoice[]): Promise<void> {
  const turned = settled.filter(
    ({ invoice, settlement }) =>
      invoice.sentAt === null && isReached(invoice) !== isReached(settlement),
  );
  const [drafts, paid] = [
    turned.filter(isDraftAgain),
    turned.filter((each) => !isDraftAgain(each)),
  ];
  tx.later(...drafts.map(({ invoice }) => voidTax.ofInvoice(tx, invoice.id)));
  if (paid.length === 0) return;
  const lines = await Promise.all(paid.map(({ invoice }) => linesOf(tx, invoice.id)));
  const taxed = paid.map(({ invoice }, i) => taxedInvoice({ invoice, lines: lines[i] ?? [] }));
  await recordTaxOfPaid(tx, taxed);
}

function isDraftAgain({ settlement }: SettledInvoice): boolean {
  return !isReached(settlement);
}
