import type { Labels } from '../labels/labels.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { groundsOf, withoutStop, type TaxGround } from '../sheets/taxes/tax-grounds.js';
import type { EInvoiceTaxGroup, EInvoiceVat } from './e-invoice.js';
import { vatOf } from './vat-category.js';

/** What is added up of the lines that are taxed alike. */
interface Gathered extends EInvoiceVat {
  base: bigint;
  tax: bigint;
  readonly grounds: TaxGround[];
}

/**
 * The breakdown of the tax (BG-23), by category and rate, of lines and of what is taken off or put
 * on the whole alike. Pure.
 */
export function taxGroupsOf(document: PrintableInvoice, labels: Labels): EInvoiceTaxGroup[] {
  const groups = new Map<string, Gathered>();
  const groundOf = groundsOf(document, labels);
  for (const line of document.lines) {
    const vat = vatOf(line, document.seller);
    const key = `${vat.category} ${vat.rate}`;
    const group = groups.get(key) ?? { ...vat, base: 0n, tax: 0n, grounds: [] };
    groups.set(key, group);
    group.base += line.net;
    group.tax += line.total - line.net;
    group.grounds.push(groundOf(line));
  }
  return [...groups.values()].map(({ grounds, ...group }) => ({ ...group, ...saidOf(grounds) }));
}

/**
 * A breakdown says the grounds of all its lines, as the page does: the text of each, and a code
 * only where it is that of all.
 */
function saidOf(grounds: readonly TaxGround[]): Pick<TaxGround, 'reason' | 'reasonCode'> {
  const texts = [...new Set(grounds.flatMap(({ reason }) => reason ?? []))];
  const [reasonCode = null, ...others] = new Set(grounds.map((each) => each.reasonCode));
  const [only = null, ...more] = texts;
  return {
    reason: more.length === 0 ? only : texts.map(withoutStop).join('; '),
    reasonCode: others.length === 0 ? reasonCode : null,
  };
}
