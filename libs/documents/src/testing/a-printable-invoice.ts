import { NO_ADDRESS } from '@quittance/company';
import { NO_BANK_ACCOUNT, NO_CONTACT } from '@quittance/company/host';
import { parseInstant } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import type {
  PrintableInvoice,
  PrintableLine,
  SellerIdentity,
} from '../sheets/printable-document.js';

export function aSeller(over: Partial<SellerIdentity> = {}): SellerIdentity {
  return {
    legalName: 'Beispiel & Söhne GmbH',
    tradeName: null,
    address: {
      ...NO_ADDRESS,
      line1: 'Hauptstraße 1',
      postalCode: '50667',
      city: 'Köln',
      country: 'DE',
    },
    taxRegistrations: [{ country: 'DE', number: 'DE123456789' }],
    registrationNumber: 'HRB 12345',
    contact: { ...NO_CONTACT, email: 'ar@beispiel.example', phone: '+49 221 123456' },
    electronicAddress: null,
    bankAccount: {
      ...NO_BANK_ACCOUNT,
      bankName: 'Musterbank',
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
    },
    logo: null,
    ...over,
  };
}

export function aPrintableLine(over: Partial<PrintableLine> = {}): PrintableLine {
  return {
    position: 1,
    sku: null,
    adjustment: null,
    description: 'Installation',
    hsnCode: null,
    quantity: '2',
    unit: null,
    unitPrice: '49.99',
    discountPercent: '10',
    discount: 1000n,
    taxRate: '19',
    taxCode: null,
    taxes: [{ kind: 'vat', rate: '19', tax: 1710n }],
    decision: { category: 'S', reason: 'taxed' },
    net: 8998n,
    total: 10708n,
    periodStart: null,
    periodEnd: null,
    ...over,
  };
}

/** An invoice over one line of 89.98 EUR and 19 % VAT, of which nothing is paid. */
export function aPrintableInvoice(over: Partial<PrintableInvoice> = {}): PrintableInvoice {
  return {
    kind: 'invoice',
    language: 'en',
    locale: 'en-GB',
    currency: 'EUR',
    seller: aSeller(),
    buyer: {
      name: 'Harbour Coffee Ltd',
      address: {
        ...NO_ADDRESS,
        line1: '12 Quay Street',
        city: 'Dublin',
        postalCode: 'D02 X285',
        country: 'IE',
      },
      taxRegistration: 'IE1234567FA',
      email: 'ap@harbour.example',
      electronicAddress: null,
    },
    changedAt: parseInstant('2026-03-02T09:00:00.000Z'),
    number: 'INV-000042',
    mark: null,
    issueDate: parseLocalDate('2026-03-01'),
    dueDate: parseLocalDate('2026-03-31'),
    periodStart: null,
    periodEnd: null,
    poNumber: null,
    buyerReference: null,
    contractReference: null,
    deliveryDate: null,
    deliveryAddress: null,
    paymentTerms: null,
    eInvoiceProfile: null,
    precedingInvoice: null,
    reason: null,
    registration: null,
    pricesIncludeTax: false,
    lines: [aPrintableLine()],
    taxes: [{ kind: 'vat', jurisdiction: 'DE', rate: '19', base: 8998n, tax: 1710n }],
    subtotal: 8998n,
    taxTotal: 1710n,
    total: 10708n,
    paid: 0n,
    credited: 0n,
    writtenOff: 0n,
    balance: 10708n,
    notes: null,
    paymentLink: null,
    ...over,
  };
}

/** As many lines of 10.00 as are asked for, each with the sums that belong to it. */
export function manyLines(count: number): Partial<PrintableInvoice> {
  const lines = Array.from({ length: count }, (_, i) =>
    aPrintableLine({
      position: i + 1,
      description: `Seat licence ${i + 1}`,
      quantity: '1',
      unitPrice: '10.00',
      discountPercent: null,
      discount: 0n,
      net: 1000n,
      total: 1190n,
    }),
  );
  const [net, tax] = [BigInt(count) * 1000n, BigInt(count) * 190n];
  return {
    lines,
    taxes: [{ kind: 'vat', jurisdiction: 'DE', rate: '19', base: net, tax }],
    subtotal: net,
    taxTotal: tax,
    total: net + tax,
    balance: net + tax,
  };
}
