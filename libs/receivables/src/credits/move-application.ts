import { audit } from '@quittance/audit';
import { type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { newId, type InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { emit } from '@quittance/outbox';
import { checkBooks } from '../check-books.js';
import { announceSettlement } from '../invoices/announce-settlement.js';
import { storeSettlements, type Invoice } from '../invoices/invoice.repository.js';
import { settle, type Settlement } from '../invoices/settlement.js';
import { recordTaxOfUnsent } from '../invoice-lines/tax-of-unsent.js';
import type { CreditAllocation } from './allocate-credit.js';
import { moveCredit, type CreditNoteMoney } from '../credit-notes/credit-note.js';
import type { NewCreditApplication } from '../credit-notes/credit-note.entity.js';
import {
  creditApplications,
  storeCreditMoney,
  type CreditNote,
} from '../credit-notes/credit-note.repository.js';
import { creditNoteView } from '../credit-notes/credit-note.view.js';

/** Credit applied to a locked invoice (positive), or taken back from it (negative). */
export interface CreditMove extends CreditAllocation<CreditNote, Invoice> {
  /** For which invoice the one it is applied to, a deposit, is given up. */
  readonly forInvoiceId?: InvoiceId | null;
}

/** A document before the first of its moves and after the last. */
interface Moved<Row, Change> {
  readonly before: Row;
  readonly change: Change;
}

/**
 * Moves credit of locked notes on locked invoices, in order; both settle again, once each.
 * Announces every move on behalf of the note's own request where several share the transaction.
 */
export async function moveCredits(
  tx: Tx,
  moves: readonly CreditMove[],
  today: LocalDate,
  nameOf: (note: CreditNote) => Tx = () => tx,
): Promise<void> {
  if (moves.length === 0) return;
  const { now, actor } = tx.ctx;
  const invoices = new Map<string, Moved<Invoice, Settlement>>();
  const notes = new Map<string, Moved<CreditNote, CreditNoteMoney>>();
  for (const { note, invoice, amount } of moves) {
    const [n, i] = [notes.get(note.id), invoices.get(invoice.id)];
    const settlement = settle(
      { ...invoice, ...i?.change },
      { credited: amount },
      { now, actor, today },
    );
    const money = moveCredit({ ...note, ...n?.change }, { applied: amount });
    invoices.set(invoice.id, { before: invoice, change: settlement });
    notes.set(note.id, { before: note, change: money });
    const after = { ...note, ...money, version: note.version + 1 };
    announce(nameOf(note), invoice, { ...note, ...n?.change }, after, amount);
  }
  tx.later(
    creditApplications.insert(
      tx,
      moves.map((move) => applicationOf(tx, move, today)),
    ),
  );
  const settled = [...invoices.values()].map(({ before: invoice, change: settlement }) => ({
    invoice,
    settlement,
  }));
  tx.later(
    storeSettlements(tx, settled),
    storeCreditMoney(
      tx,
      [...notes.values()].map(({ before: note, change: money }) => ({ note, money })),
    ),
    checkBooks(tx, {
      invoices: settled.map(({ invoice }) => invoice.id),
      payments: [],
      creditNotes: [...notes.values()].map(({ before }) => before.id),
    }),
  );
  await recordTaxOfUnsent(tx, settled);
  for (const { invoice, settlement } of settled) announceSettlement(tx, invoice, settlement);
}

function applicationOf(
  { ctx }: Tx,
  { note, invoice, amount, forInvoiceId = null }: CreditMove,
  appliedOn: LocalDate,
): NewCreditApplication {
  return {
    id: newId<'credit-application'>(),
    creditNoteId: note.id,
    invoiceId: invoice.id,
    amount,
    appliedOn,
    createdAt: ctx.now,
    forInvoiceId,
  };
}

function announce(
  tx: Tx,
  invoice: Invoice,
  before: CreditNote,
  after: CreditNote,
  amount: bigint,
): void {
  const type = amount > 0n ? 'credit_note.applied' : 'credit_note.unapplied';
  const size = formatMinor(amount > 0n ? amount : -amount, after.currency);
  const application = { invoiceId: invoice.id, invoiceNumber: invoice.number, amount: size };
  const record = { object: 'credit-note', recordId: after.id };
  emit(tx, { ...record, type, data: { ...creditNoteView(after), application } });
  const moneyOf = ({ status, remaining, currency }: CreditNote) => ({
    status,
    remaining: formatMinor(remaining, currency),
  });
  audit(tx, {
    ...record,
    action: type,
    before: moneyOf(before),
    after: { ...moneyOf(after), application },
  });
}
