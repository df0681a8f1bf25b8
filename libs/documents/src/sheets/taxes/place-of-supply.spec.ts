import { NO_ADDRESS } from '@quittance/company';
import { aPrintableInvoice, aPrintableLine, aSeller } from '../../testing/a-printable-invoice.js';
import { layOut } from '../lay-out.js';
import type { PrintableInvoice, PrintableLine } from '../printable-document.js';

const india = (region: string | null, country: string | null = 'IN') => ({
  ...NO_ADDRESS,
  country,
  region,
});
const [MUMBAI, BENGALURU] = ['27AAPFU0939F1ZV', '29AAPFU0939F1ZR'];

const seller = aSeller({
  address: india('MH'),
  taxRegistrations: [{ country: 'IN', number: MUMBAI }],
});
const taxed = (...kinds: readonly string[]): Partial<PrintableLine> => ({
  taxes: kinds.map((kind) => ({ kind, rate: '9', tax: 900n })),
});
const ACROSS = taxed('gst_igst');
const WITHIN = taxed('gst_cgst', 'gst_sgst');
const GOODS = { supplyKind: 'goods', ...ACROSS } as const;

/** What is printed for a consumer in Maharashtra. */
function printed(
  lines: readonly Partial<PrintableLine>[],
  over: Partial<PrintableInvoice> = {},
  taxRegistration: string | null = null,
): string | undefined {
  const { buyer } = aPrintableInvoice();
  const { facts } = layOut(
    aPrintableInvoice({
      seller,
      buyer: { ...buyer, address: india('MH'), taxRegistration },
      lines: lines.map(aPrintableLine),
      ...over,
    }),
  );
  return facts.find(({ label }) => label === 'Place of supply')?.value;
}

const toKarnataka = { deliveryAddress: india('KA') };

describe('the place of supply under a GSTIN', () => {
  it('of goods is the state that they are delivered to', () => {
    expect(printed([GOODS], toKarnataka)).toBe('Karnataka (29)');
    expect(printed([GOODS], { deliveryAddress: india('KA', null) })).toBe('Karnataka (29)');
    expect(printed([{ supplyKind: 'goods', ...WITHIN }])).toBe('Maharashtra (27)');
  });

  it('of goods is the state of a buyer with a GSTIN, wherever they are delivered', () => {
    const sold = { supplyKind: 'goods', ...WITHIN };
    expect(printed([sold], toKarnataka, MUMBAI)).toBe('Maharashtra (27)');
    const gujarat = { deliveryAddress: india('GJ') };
    expect(printed([GOODS], gujarat, BENGALURU)).toBe('Karnataka (29)');
  });

  it('of goods that leave the country is where they go', () => {
    const abroad = { deliveryAddress: india(null, 'FR') };
    expect(printed([GOODS], abroad, MUMBAI)).toBe('France');
  });

  it('of services is where the buyer is, wherever something is delivered', () => {
    expect(printed([{ supplyKind: 'services', ...WITHIN }], toKarnataka)).toBe('Maharashtra (27)');
  });

  it('is that of the line where it has one of its own', () => {
    const line = { supplyKind: 'event', placeOf: { country: 'IN', region: 'KA' }, ...ACROSS };
    expect(printed([line], {}, MUMBAI)).toBe('Karnataka (29)');
    // What is supplied at no place of its own was taxed where the buyer is.
    expect(printed([{ ...line, supplyKind: 'digital', ...WITHIN }])).toBe('Maharashtra (27)');
  });

  it.each([
    ['IGST', {}, ACROSS, 'Karnataka (29)'],
    ['CGST and SGST', { hsnCode: '847130' }, WITHIN, 'Maharashtra (27)'],
    ['no GST and has a code of goods', { hsnCode: '847130' }, taxed('exempt'), 'Karnataka (29)'],
    ['no GST and has a code of services', { hsnCode: '998314' }, taxed(), 'Maharashtra (27)'],
  ])('is told of a line without a kind that bears %s', (_, line, taxes, place) => {
    expect(printed([{ ...line, ...taxes }], toKarnataka)).toBe(place);
  });

  it('is each of several that a document has', () => {
    const allowance = { adjustment: { kind: 'allowance', percent: null, base: null } } as const;
    const lines = [GOODS, { supplyKind: 'services', ...WITHIN }, { ...GOODS, ...allowance }];
    expect(printed(lines, toKarnataka)).toBe('Karnataka (29), Maharashtra (27)');
  });

  it('of a buyer whom nothing places is the state that the seller supplies from', () => {
    const numbers = [MUMBAI, BENGALURU].map((number) => ({ country: 'IN', number }));
    const { buyer } = aPrintableInvoice();
    const over = {
      seller: aSeller({ address: india('KA'), taxRegistrations: numbers }),
      buyer: { ...buyer, address: NO_ADDRESS, taxRegistration: null },
    };
    expect(printed([WITHIN], over)).toBe('Karnataka (29)');
  });
});
