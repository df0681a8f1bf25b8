import { NO_ADDRESS } from '@quittance/company';
import { DomainError } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { requireEInvoice } from '../e-invoices/require-e-invoice.js';
import { renderDocument } from '../rendering/render-document.js';
import type { PrintableInvoice, PrintableLine } from '../sheets/printable-document.js';
import { aPrintableInvoice, aPrintableLine, aSeller } from '../testing/a-printable-invoice.js';
import { irnFaults } from './check-irn.js';

const MUMBAI = {
  ...NO_ADDRESS,
  line1: '7 Fort Road',
  city: 'Mumbai',
  postalCode: '400 001',
  country: 'IN',
};
const BENGALURU = { ...MUMBAI, line1: '9 MG Road', city: 'Bengaluru', postalCode: '560001' };
const seller = aSeller({
  legalName: 'Udyog Pvt Ltd',
  address: MUMBAI,
  taxRegistrations: [{ country: 'IN', number: '27AAPFU0939F1ZV' }],
});
const buyer = {
  name: 'Byte Ltd',
  address: BENGALURU,
  taxRegistration: '29AAGCB7383J1Z4',
  email: null,
};

/** Two hours of work for 2,000.00 less 10 %, with 18 % IGST. */
const aLine = (over: Partial<PrintableLine> = {}) =>
  aPrintableLine({
    quantity: '2.000000',
    unitPrice: '1000.00',
    discount: 20_000n,
    taxRate: '18',
    taxCode: '998314',
    taxes: [{ kind: 'gst_igst', rate: '18', tax: 32_400n }],
    net: 180_000n,
    total: 212_400n,
    ...over,
  });

const anInvoice = (over: Partial<PrintableInvoice> = {}) =>
  aPrintableInvoice({
    currency: 'INR',
    seller,
    buyer,
    issueDate: parseLocalDate('2026-03-01'),
    lines: [aLine()],
    total: 212_400n,
    ...over,
  });

const within = [
  { kind: 'gst_cgst', rate: '9', tax: 16_200n },
  { kind: 'gst_sgst', rate: '9', tax: 16_200n },
];

const written = async (document: PrintableInvoice) =>
  (await renderDocument({ format: 'irn', document })).toString();

describe('the JSON for the invoice registration portal', () => {
  it('is not written of a number that was registered and cancelled', () => {
    const registration = {
      irn: 'a'.repeat(64),
      ackNumber: '1',
      ackDate: parseLocalDate('2026-03-01'),
      signedQr: 'x',
      cancelledOn: null,
    };
    expect(irnFaults(anInvoice({ registration }))).toEqual([]);
    const cancelledOn = parseLocalDate('2026-03-02');
    const faults = irnFaults(anInvoice({ registration: { ...registration, cancelledOn } }));
    expect(faults.map(({ rule }) => rule)).toEqual(['DocDtls']);
  });

  it('says what INV-01 asks for, between states', async () => {
    const document = anInvoice();
    expect(irnFaults(document)).toEqual([]);
    expect(JSON.parse(await written(document))).toEqual({
      Version: '1.1',
      TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N' },
      DocDtls: { Typ: 'INV', No: 'INV-000042', Dt: '01/03/2026' },
      SellerDtls: {
        Gstin: '27AAPFU0939F1ZV',
        LglNm: 'Udyog Pvt Ltd',
        Addr1: '7 Fort Road',
        Loc: 'Mumbai',
        Pin: 400001,
        Stcd: '27',
      },
      BuyerDtls: {
        Gstin: '29AAGCB7383J1Z4',
        LglNm: 'Byte Ltd',
        Addr1: '9 MG Road',
        Loc: 'Bengaluru',
        Pin: 560001,
        Stcd: '29',
        Pos: '29',
      },
      ItemList: [
        {
          SlNo: '1',
          PrdDesc: 'Installation',
          IsServc: 'Y',
          HsnCd: '998314',
          Qty: 2,
          Unit: 'OTH',
          UnitPrice: 1000,
          TotAmt: 2000,
          Discount: 200,
          AssAmt: 1800,
          GstRt: 18,
          IgstAmt: 324,
          CgstAmt: 0,
          SgstAmt: 0,
          CesAmt: 0,
          TotItemVal: 2124,
        },
      ],
      ValDtls: {
        AssVal: 1800,
        CgstVal: 0,
        SgstVal: 0,
        IgstVal: 324,
        CesVal: 0,
        RndOffAmt: 0,
        TotInvVal: 2124,
      },
    });
  });

  it('says of an export that nobody there is registered, and whether tax was paid', async () => {
    const address = { ...NO_ADDRESS, line1: '1 Main St', city: 'Austin', country: 'US' };
    const abroad = { ...buyer, address, taxRegistration: null };
    const paid = aLine({ decision: { category: 'S', reason: 'export_tax_paid' } });
    const withTax = anInvoice({ buyer: abroad, lines: [paid] });
    expect(irnFaults(withTax)).toEqual([]);
    expect(JSON.parse(await written(withTax))).toMatchObject({
      TranDtls: { SupTyp: 'EXPWP' },
      BuyerDtls: { Gstin: 'URP', LglNm: 'Byte Ltd', Pin: 999999, Stcd: '96', Pos: '96' },
      ExpDtls: { CntCode: 'US' },
      ValDtls: { IgstVal: 324 },
    });
    const decision = { category: 'G', reason: 'export' } as const;
    const free = aLine({ decision, taxRate: '0', taxes: [], total: 180_000n });
    const without = anInvoice({ buyer: abroad, lines: [free], total: 180_000n });
    expect(irnFaults(without)).toEqual([]);
    expect(JSON.parse(await written(without))).toMatchObject({ TranDtls: { SupTyp: 'EXPWOP' } });
    const unplaced = anInvoice({ buyer: { ...abroad, address: NO_ADDRESS }, lines: [paid] });
    expect(irnFaults(unplaced).map(({ rule }) => rule)).toEqual([
      'BuyerDtls.Addr1',
      'BuyerDtls.Loc',
    ]);
  });

  it('spreads an allowance of the whole over the lines that are taxed as it is', async () => {
    const other = aLine({ net: 60_000n, discount: 0n, total: 70_800n, quantity: '1' });
    const taxed = (tax: bigint) => [{ kind: 'gst_igst', rate: '18', tax }] as const;
    const allowance = aLine({
      adjustment: { kind: 'allowance', percent: '10', base: 240_000n },
      description: 'Loyalty',
      quantity: '-1',
      unitPrice: '240.00',
      discount: 0n,
      taxes: taxed(-4_320n),
      net: -24_000n,
      total: -28_320n,
    });
    const lines = [aLine(), { ...other, unitPrice: '600.00', taxes: taxed(10_800n) }, allowance];
    const document = anInvoice({ lines, total: 254_880n });
    expect(irnFaults(document)).toEqual([]);
    expect(JSON.parse(await written(document))).toMatchObject({
      ItemList: [
        { TotAmt: 2000, Discount: 380, AssAmt: 1620, IgstAmt: 291.6, TotItemVal: 1911.6 },
        { TotAmt: 600, Discount: 60, AssAmt: 540, IgstAmt: 97.2, TotItemVal: 637.2 },
      ],
      ValDtls: { AssVal: 2160, IgstVal: 388.8, TotInvVal: 2548.8 },
    });
    const exempt = { ...allowance, taxes: [] };
    const untaxed = anInvoice({ lines: [aLine(), exempt], total: 188_400n });
    expect(irnFaults(untaxed).map(({ rule }) => rule)).toEqual(['ValDtls.Discount']);
  });

  it('refuses a charge on the whole, which has no code, and says what to do instead', () => {
    const charge = aLine({
      adjustment: { kind: 'charge', percent: null, base: null },
      taxCode: null,
      quantity: '1',
    });
    const [fault, ...others] = irnFaults(anInvoice({ lines: [aLine(), charge], total: 424_800n }));
    expect([fault?.rule, others]).toEqual(['ValDtls.OthChrg', []]);
    expect(fault?.message).toContain('make it a line');
  });

  it('splits the tax within a state, and tells goods from services', async () => {
    const here = { ...buyer, taxRegistration: '27AAPFU0939F1ZV' };
    const lines = [aLine({ taxes: within, taxCode: '84713010' })];
    const document = anInvoice({ buyer: here, lines });
    expect(irnFaults(document)).toEqual([]);
    expect(JSON.parse(await written(document))).toMatchObject({
      ItemList: [{ IsServc: 'N', IgstAmt: 0, CgstAmt: 162, SgstAmt: 162 }],
      ValDtls: { CgstVal: 162, SgstVal: 162, IgstVal: 0 },
    });
  });

  it('takes the code and the unit of the product before the tax code', async () => {
    const lines = [aLine({ hsnCode: '84713010', unit: 'piece', taxCode: '998314' })];
    expect(JSON.parse(await written(anInvoice({ lines })))).toMatchObject({
      ItemList: [{ HsnCd: '84713010', IsServc: 'N', Unit: 'PCS' }],
    });
    const coded = [aLine({ hsnCode: '998314', taxCode: 'standard' })];
    expect(irnFaults(anInvoice({ lines: coded }))).toEqual([]);
  });

  it('has the tax of a union territory in the place of that of a state', async () => {
    const taxes = [within[0], { kind: 'gst_utgst', rate: '9', tax: 16_200n }].flatMap(
      (tax) => tax ?? [],
    );
    const document = anInvoice({ lines: [aLine({ taxes })] });
    expect(irnFaults(document)).toEqual([]);
    expect(JSON.parse(await written(document))).toMatchObject({
      ItemList: [{ CgstAmt: 162, SgstAmt: 162 }],
      ValDtls: { SgstVal: 162 },
    });
  });

  it.each([
    ['sez_tax_paid', 'S', 'SEZWP'],
    ['sez_undertaking', 'Z', 'SEZWOP'],
  ] as const)('names a supply to a special economic zone (%s)', async (reason, category, type) => {
    const document = anInvoice({ lines: [aLine({ decision: { category, reason } })] });
    expect(JSON.parse(await written(document))).toMatchObject({ TranDtls: { SupTyp: type } });
  });

  it('is of a credit note as well', async () => {
    const document = anInvoice({ kind: 'credit_note', number: 'CN-000001' });
    expect(JSON.parse(await written(document))).toMatchObject({
      DocDtls: { Typ: 'CRN', No: 'CN-000001' },
    });
  });

  it('takes the price without its tax where prices include it', async () => {
    const lines = [aLine({ unitPrice: '1180.00', discount: 23_600n })];
    const document = anInvoice({ pricesIncludeTax: true, lines });
    expect(JSON.parse(await written(document))).toMatchObject({
      ItemList: [{ UnitPrice: 900, TotAmt: 1800, Discount: 0, AssAmt: 1800 }],
    });
  });

  it('loses no digit of an amount', async () => {
    const lines = [aLine({ net: 9_007_199_254_740_993n, total: 9_007_199_254_773_393n })];
    expect(await written(anInvoice({ lines }))).toContain('"AssAmt":90071992547409.93,');
  });

  it.each<[string, Partial<PrintableInvoice>, string[]]>([
    ['a number of 17 characters', { number: 'INV-1234567890123' }, ['DocDtls.No']],
    ['a number that begins with 0', { number: '0-1' }, ['DocDtls.No']],
    ['another currency', { currency: 'EUR' }, ['ValDtls']],
    ['no GSTIN of the buyer', { buyer: { ...buyer, taxRegistration: null } }, ['BuyerDtls.Gstin']],
    [
      'no GSTIN of the seller',
      { seller: { ...seller, taxRegistrations: [] } },
      ['SellerDtls.Gstin'],
    ],
    [
      'an address without all of it',
      { buyer: { ...buyer, address: { ...NO_ADDRESS, country: 'IN' } } },
      ['BuyerDtls.Addr1', 'BuyerDtls.Loc', 'BuyerDtls.Pin'],
    ],
    ['a line without its code', { lines: [aLine({ taxCode: 'standard' })] }, ['ItemList.HsnCd']],
    ['a code of four digits', { lines: [aLine({ hsnCode: '8471' })] }, ['ItemList.HsnCd']],
    [
      'a tax that is no GST',
      { lines: [aLine({ taxes: [{ kind: 'vat', rate: '18', tax: 32_400n }] })] },
      ['ItemList.GstRt'],
    ],
    [
      'a line below zero',
      { lines: [aLine(), aLine({ quantity: '-1', net: 0n, total: 0n, taxes: [] })] },
      ['ItemList.AssAmt'],
    ],
    [
      'one half of the tax larger than the other',
      {
        lines: [
          aLine({
            taxes: [
              { kind: 'gst_cgst', rate: '9', tax: 16_201n },
              { kind: 'gst_sgst', rate: '9', tax: 16_199n },
            ],
          }),
        ],
      },
      ['ItemList.CgstAmt'],
    ],
    [
      'both kinds of tax',
      { lines: [aLine(), aLine({ taxes: within })], total: 424_800n },
      ['ItemList.Tax'],
    ],
    ['lines that do not add up', { total: 1n }, ['ValDtls.TotInvVal']],
    ['no line', { lines: [], total: 0n }, ['ItemList']],
  ])('is refused for %s', (_, over, expected) => {
    expect(irnFaults(anInvoice(over)).map(({ rule }) => rule)).toEqual(expected);
  });

  it('is refused of a draft', () => {
    const document = anInvoice({ mark: 'draft' });
    expect(() => requireEInvoice({ format: 'irn', document })).toThrow(DomainError);
  });
});
