import { COLUMN_TEXT, type TextRow } from '@quittance/database';
import { currencyDigits, formatMinor, placePoint } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { disputedAmount, type Dispute } from '../disputes/dispute.js';
import { invoiceNoun } from '../invoices/invoice.description.js';
import { disputeView } from '../disputes/dispute.view.js';

const COLUMNS = invoiceNoun.rows.columns(invoiceNoun.head);
const KEYS = COLUMNS.map(({ property }, i) => `${i === 0 ? '{' : ','}"${property}":`);
/** None for the amounts, which need the currency. */
const WRITERS = COLUMNS.map(({ type }) => COLUMN_TEXT.json[type]);

const placeOf = (name: string) => COLUMNS.findIndex(({ property }) => property === name);
const CURRENCY = placeOf('currency');
const DUE_DATE = placeOf('dueDate');
const BALANCE = placeOf('balance');
const DISPUTE = placeOf('dispute');

/**
 * The JSON of `invoiceHead`, straight from a row as PostgreSQL writes it: a page of fifty is spared
 * thousands of values that would be read only to be written again.
 */
export function writeInvoiceHead(row: TextRow, today: LocalDate): string {
  const currency = row[CURRENCY] ?? '';
  const digits = currencyDigits(currency);
  let json = '';
  for (let i = 0; i < KEYS.length; i += 1) {
    const text = row[i] ?? null;
    json += KEYS[i];
    if (text === null) json += 'null';
    else if (i === DISPUTE) json += JSON.stringify(disputeView(disputeOf(text), currency));
    else json += WRITERS[i]?.(text) ?? `"${placePoint(text, digits)}"`;
    if (i === BALANCE) json += derived(row, currency, today);
  }
  return `${json}}`;
}

const disputeOf = (text: string) => JSON.parse(text) as Dispute;

/** What the view tells besides the columns. A balance is never below zero. */
function derived(row: TextRow, currency: string, today: LocalDate): string {
  const balance = row[BALANCE] ?? '0';
  const text = row[DISPUTE];
  const disputed = text
    ? disputedAmount({ dispute: disputeOf(text), balance: BigInt(balance) })
    : 0n;
  const isOverdue = balance !== '0' && (row[DUE_DATE] ?? '') < today;
  return `,"disputedAmount":"${formatMinor(disputed, currency)}","isOverdue":${isOverdue}`;
}
