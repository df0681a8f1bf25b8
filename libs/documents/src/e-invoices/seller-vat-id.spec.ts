import { NO_ADDRESS, type TaxRegistration } from '@quittance/company';
import { aPrintableInvoice, aPrintableLine, aSeller } from '../testing/a-printable-invoice.js';
import type { PrintableLine } from '../sheets/printable-document.js';
import { checkEInvoice } from './check-e-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';
import type { VatCategory } from './e-invoice.js';

const row = (country: string, number: string, over: Partial<TaxRegistration> = {}) => ({
  country,
  number,
  ...over,
});
const GERMAN = row('DE', 'DE136695976');
const FRENCH = row('FR', 'FR40303265045');
const BRITISH = row('GB', 'GB110305878');
const NORTHERN_IRISH = row('GB', 'XI110305878');

const taxedAt = (jurisdiction: string | null, reason = 'taxed', category: VatCategory = 'S') =>
  aPrintableLine({
    taxRate: '20',
    taxes: [{ kind: 'vat', rate: '20', tax: 1800n, jurisdiction }],
    decision: { category, reason },
    total: 10798n,
  });
const free = (category: VatCategory, reason: string, jurisdiction: string | null = null) =>
  aPrintableLine({
    taxRate: '0',
    taxes: [{ kind: reason, rate: '0', tax: 0n, jurisdiction }],
    decision: { category, reason },
    total: 8998n,
  });

function soldBy(country: string, registrations: readonly object[], ...lines: PrintableLine[]) {
  const address = { ...NO_ADDRESS, line1: '1', city: 'A', postalCode: '1', country };
  const seller = aSeller({ address, taxRegistrations: registrations as never });
  return eInvoiceOf(
    aPrintableInvoice({ seller, lines: lines.map((line, i) => ({ ...line, position: i + 1 })) }),
  );
}
const idOf = (...sale: Parameters<typeof soldBy>) => soldBy(...sale).seller.vatId;

describe('the VAT identifier of the seller (BT-31)', () => {
  it('is that of where the tax of the lines is levied', () => {
    const both = [GERMAN, FRENCH];
    expect(idOf('DE', both, taxedAt('FR'))).toBe('FR40303265045');
    expect(idOf('DE', both, taxedAt('FR (FRANCE Country)'))).toBe('FR40303265045');
    expect(idOf('DE', both, taxedAt('DE'))).toBe('DE136695976');
    expect(idOf('DE', [...both].reverse(), taxedAt(null, 'line_rate'))).toBe('DE136695976');
    expect(idOf('DE', both, free('E', 'exempt_education', 'FR'))).toBe('FR40303265045');
  });

  it('is that of where the seller is of what is not taxed', () => {
    const both = [FRENCH, GERMAN];
    expect(idOf('DE', both, free('K', 'intra_community'))).toBe('DE136695976');
    expect(idOf('DE', both, free('G', 'export'))).toBe('DE136695976');
    expect(idOf('DE', both, free('AE', 'reverse_charge'))).toBe('DE136695976');
  });

  it('is that of Northern Ireland of goods that go from there to the Union', () => {
    const both = [BRITISH, NORTHERN_IRISH];
    expect(idOf('GB', both, free('K', 'intra_community'))).toBe('XI110305878');
    expect(idOf('GB', [...both].reverse(), taxedAt('GB'))).toBe('GB110305878');
    expect(idOf('GB', [...both].reverse(), free('G', 'export'))).toBe('GB110305878');
    const own = row('XI', '110305878');
    expect(idOf('GB', [BRITISH, own], free('K', 'intra_community'))).toBe('XI110305878');
    expect(idOf('DE', [GERMAN, NORTHERN_IRISH], taxedAt('GB'))).toBe('XI110305878');
  });

  it('is that of the member state of identification under a One-Stop-Shop', () => {
    const shop = { ...FRENCH, scheme: 'oss_union' as const };
    const distant = taxedAt('AT', 'one_stop_shop');
    expect(idOf('DE', [GERMAN, shop], distant)).toBe('FR40303265045');
    expect(idOf('DE', [GERMAN, shop], free('E', 'exempt_education', 'AT'))).toBe('FR40303265045');
    expect(idOf('DE', [GERMAN, shop], taxedAt('DE'))).toBe('DE136695976');
    // Goods of a shop are no sale of the state itself.
    expect(idOf('DE', [shop, GERMAN], free('K', 'intra_community'))).toBe('DE136695976');
    // Numbers of imports and of sellers outside the Union are no VAT identifiers.
    const imports = row('FR', 'IM2500000017', { scheme: 'ioss' });
    const sale = taxedAt('AT', 'import_one_stop_shop');
    expect(idOf('DE', [imports, GERMAN, FRENCH], sale)).toBe('FR40303265045');
    const none = soldBy('DE', [row('DE', 'IM2760000017', { scheme: 'ioss' })], sale).seller;
    expect([none.vatId, none.taxNumber]).toEqual([null, null]);
  });

  it('is that of a region with a tax of its own', () => {
    const canary = row('ES', 'ESB76365789', { region: 'CN' });
    const mainland = row('ES', 'ESA58818501');
    expect(idOf('ES', [mainland, canary], taxedAt('ES-CN', 'taxed', 'L'))).toBe('ESB76365789');
    expect(idOf('ES', [canary, mainland], taxedAt('ES'))).toBe('ESA58818501');
  });

  it('is one: lines of several are refused, by a code of its own', () => {
    const both = [GERMAN, FRENCH];
    const faults = checkEInvoice(soldBy('DE', both, taxedAt('FR'), taxedAt('DE')));
    expect(faults).toEqual([
      {
        rule: 'seller_vat_ids',
        pointer: '/lines',
        message:
          'Lines are taxed under FR40303265045 and DE136695976, and a document names one VAT ' +
          'identifier of the seller (BT-31): put them on documents of their own.',
      },
    ]);
    expect(checkEInvoice(soldBy('DE', both, taxedAt('FR'), taxedAt('FR')))).toEqual([]);
    const shop = { ...GERMAN, scheme: 'oss_union' };
    const distant = taxedAt('AT', 'one_stop_shop');
    expect(checkEInvoice(soldBy('DE', [GERMAN, shop], distant, taxedAt('DE')))).toEqual([]);
  });
});
