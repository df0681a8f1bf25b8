import { formatMinor } from '@quittance/money';
import type { Labels } from '../labels/labels.js';
import { epcContent } from '../codes/epc-code.js';
import type { PrintableInvoice } from './printable-document.js';
import { groupedIban } from './seller-block.js';
import type { SheetFact, SheetPayment } from './sheet.js';

const WEB = /^https?:\/\//i;

/** How to pay what is open: online where a link is live, else by transfer. */
export function paymentBlock(document: PrintableInvoice, labels: Labels): SheetPayment | null {
  const { kind, mark, balance } = document;
  if (kind !== 'invoice' || balance <= 0n || mark === 'void' || mark === 'cancelled') return null;
  // Nobody knows what is owed while the tax of a line is not determined.
  if (document.lines.some(({ decision }) => isOpen(decision))) return null;
  // A draft may change yet: it tells where money goes, but nothing that takes it at once.
  const isDraft = mark === 'draft';
  const asked = balance - (document.disputed ?? 0n);
  const isAsked = !isDraft && asked > 0n;
  const link = isAsked ? document.paymentLink : null;
  const url = link && WEB.test(link) ? link : null;
  const content = isAsked ? (url ?? transferCode(document, asked)) : null;
  const facts = transferFacts(document, labels);
  if (!content && facts.length === 0) return null;
  return {
    heading: labels.payment,
    facts,
    link: url ? { label: labels.payOnline, url } : null,
    qr: content ? { caption: labels.scanToPay, content } : null,
  };
}

function isOpen({ category, reason }: PrintableInvoice['lines'][number]['decision']): boolean {
  return category === null && reason !== null;
}

function transferFacts({ seller, number }: PrintableInvoice, labels: Labels): SheetFact[] {
  const { holder, bankName, iban, bic, accountNumber, bankCode } = seller.bankAccount;
  if (!iban && !accountNumber) return [];
  const facts: [string, string | null][] = [
    [labels.accountHolder, holder ?? seller.legalName],
    [labels.bank, bankName],
    ['IBAN', iban && groupedIban(iban)],
    ['BIC', bic],
    [labels.accountNumber, iban ? null : accountNumber],
    [labels.bankCode, iban ? null : bankCode],
    [labels.paymentReference, number],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** What banking apps in the euro area read: they pay what is asked for, and not what is disputed. */
function transferCode(
  { seller, currency, number }: PrintableInvoice,
  asked: bigint,
): string | null {
  const { holder, iban, bic } = seller.bankAccount;
  if (!iban || currency !== 'EUR') return null;
  const name = holder ?? seller.legalName;
  return epcContent({ name, iban, bic, amount: formatMinor(asked, currency), text: number });
}
