import { aPrintableInvoice, aPrintableLine } from '../testing/a-printable-invoice.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { checkEInvoice } from './check-e-invoice.js';
import { ciiOf } from './cii.js';
import { eInvoiceOf } from './e-invoice-of.js';
import type { VatCategory } from './e-invoice.js';
import { E_INVOICE_PROFILES } from './profiles.js';
import { ublOf } from './ubl.js';

/** Lines without tax, each on its ground. */
function onGrounds(category: VatCategory, ...grounds: (readonly [string, string?])[]) {
  const lines = grounds.map(([reason, certificate], i) =>
    aPrintableLine({
      position: i + 1,
      taxRate: '0',
      taxes: [{ kind: 'exempt', rate: '0', tax: 0n, ...(certificate && { certificate }) }],
      decision: { category, reason },
      total: 8998n,
    }),
  );
  return aPrintableInvoice({ lines });
}
const rulesOf = (document: PrintableInvoice) =>
  checkEInvoice(eInvoiceOf(document)).map(({ rule }) => rule);
const said = (document: PrintableInvoice) =>
  eInvoiceOf(document).groups.map(({ base, reason, reasonCode }) => [base, reason, reasonCode]);

const MARGIN = 'Margin scheme – second-hand goods';
const EDUCATION = 'Exempt from tax (Article 132(1)(i), Directive 2006/112/EC)';

describe('a breakdown of lines that bear no tax on several grounds', () => {
  const several = onGrounds('E', ['margin_second_hand'], ['exempt_education'], ['exempt_code']);

  it('names each of them, and no code, which would be that of one', () => {
    expect(said(several)).toEqual([[26_994n, `${MARGIN}; ${EDUCATION}; Exempt from tax`, null]]);
    expect(rulesOf(several)).toEqual([]);
  });

  it('says so in both syntaxes, whatever the profile', () => {
    for (const profile of E_INVOICE_PROFILES) {
      const invoice = eInvoiceOf(several, profile);
      for (const xml of [ublOf(invoice), ciiOf(invoice)]) {
        expect(xml).toContain(`Reason>${MARGIN}; ${EDUCATION}; Exempt from tax</`);
        expect(xml).not.toContain('ReasonCode>');
      }
    }
  });

  it('keeps a code that is that of all', () => {
    const [[, reason, code] = []] = said(
      onGrounds('AE', ['reverse_charge'], ['foreign_reverse_charge'], ['reverse_charge']),
    );
    expect(code).toBe('VATEX-EU-AE');
    expect(reason).toMatch(/^Reverse charge \(.*196,.*\); Reverse charge \(.*194,.*\)$/);
    const certified = onGrounds('E', ['exempt_diplomatic', 'A 1'], ['exempt_diplomatic', 'B 2']);
    const [[, both, treaty] = []] = said(certified);
    expect(treaty).toBe('VATEX-EU-151-1A');
    expect(both).toMatch(/Certificate no\. A 1; .*Certificate no\. B 2$/);
  });

  it('says a single ground as it stands', () => {
    const [[, reason, code] = []] = said(onGrounds('E', ['exempt_code'], ['exempt_code']));
    expect([reason, code]).toEqual(['Exempt from tax.', null]);
  });
});
