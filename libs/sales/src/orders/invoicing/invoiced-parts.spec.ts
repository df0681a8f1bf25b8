import { parseMinor, sumOf } from '@quittance/money';
import fc from 'fast-check';
import type { OrderLine } from '../lines/order-line.description.js';
import { isInvoiced, millionths, quantityText } from '../lines/quantities.js';
import {
  invoicedParts,
  shareText,
  withGivenBack,
  withInvoiced,
  type InvoiceAsked,
  type InvoicedPart,
} from './invoiced-parts.js';

const EUR = { currency: 'EUR', pricesIncludeTax: false } as const;

type LineMembers = Partial<Omit<OrderLine, 'id'>> & { readonly id?: string };

function aLine(over: LineMembers = {}): OrderLine {
  const line = {
    id: 'line-1',
    position: 1,
    kind: 'one_off',
    description: 'Goods',
    ordered: '10',
    cancelled: '0',
    shipped: '0',
    returned: '0',
    invoiced: '0',
    invoicedPercent: '0',
    invoicedNet: 0n,
    invoicedTax: 0n,
    invoicing: 'on_order',
    supplyKind: 'goods',
    stages: [],
    net: 20_000n,
    tax: 3_800n,
    ...over,
  };
  return { ...line, total: line.net + line.tax } as unknown as OrderLine;
}

const refusalOf = (work: () => unknown): string => {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

/** One after the other, each on the line that the one before has left. */
function inTurn(line: OrderLine, asked: readonly InvoiceAsked[], terms = EUR) {
  let left = line;
  return asked.map((each) => {
    const [part] = invoicedParts([left], each, terms);
    if (part) left = withInvoiced(part);
    return { part: part as InvoicedPart, left };
  });
}

describe('what of an order is invoiced', () => {
  it('closes shares of a line to the minor unit (example 48)', () => {
    const line = aLine({ ordered: '1', net: 10_001n, tax: 0n, invoicing: 'percent' });
    const parts = inTurn(line, [{ percent: '33.33' }, { percent: '33.33' }, { percent: '33.34' }]);
    expect(parts.map(({ part }) => part.net)).toEqual([3_333n, 3_334n, 3_334n]);
    expect(parts.map(({ left }) => isInvoiced(left))).toEqual([false, false, true]);
  });

  it('is what was delivered and not returned (example 49)', () => {
    const line = aLine({
      invoicing: 'on_delivery',
      shipped: '7',
      returned: '2',
      invoiced: '3',
      invoicedNet: 6_000n,
      invoicedTax: 1_140n,
    });
    const [part] = invoicedParts([line], {}, EUR);
    expect(part && quantityText(part.units)).toBe('2');
    expect(part?.net).toBe(4_000n);
    const asked = { lines: [{ lineId: line.id, quantity: '2.000001' }] };
    expect(refusalOf(() => invoicedParts([line], asked, EUR))).toBe('exceeds_invoiceable');
  });

  it('is never more than was ordered, also where more was shipped (example 50)', () => {
    const line = aLine({ ordered: '100', invoicing: 'on_delivery', shipped: '105' });
    const [part] = invoicedParts([line], {}, EUR);
    expect(part && quantityText(part.units)).toBe('100');
  });

  it('leaves out what was cancelled (example 51)', () => {
    const line = aLine({ ordered: '10', cancelled: '4', invoicing: 'on_order' });
    const [part] = invoicedParts([line], {}, EUR);
    expect([part?.units, part?.net, part?.tax]).toEqual([6_000_000n, 12_000n, 2_280n]);
  });

  it('takes the milestones that were reached, and with the last of them the rest', () => {
    const at = '2026-03-01T00:00:00Z';
    const stages = [
      { name: 'Design', percent: '33.33', reachedAt: at },
      { name: 'Training', amount: '10.00' },
      { name: 'Launch', percent: '50' },
    ];
    const line = aLine({ ordered: '1', net: 10_000n, tax: 1_900n, invoicing: 'milestone', stages });
    const [first] = invoicedParts([line], {}, EUR);
    expect([first?.net, first && shareText(first.share)]).toEqual([3_333n, '33.33']);
    const after = withInvoiced(first as InvoicedPart);
    expect(refusalOf(() => invoicedParts([after], {}, EUR))).toBe('nothing_to_invoice');
    const reached = { ...after, stages: stages.map((each) => ({ ...each, reachedAt: at })) };
    const [rest] = invoicedParts([reached], {}, EUR);
    expect([rest?.net, rest?.tax]).toEqual([6_667n, 1_900n - (first?.tax ?? 0n)]);
    expect(isInvoiced(withInvoiced(rest as InvoicedPart))).toBe(true);
  });

  it('divides once by the percentages that were reached, where prices include tax', () => {
    const at = '2026-03-01T00:00:00Z';
    const stages = [
      { name: 'Start', percent: '20', reachedAt: at },
      { name: 'Launch', percent: '80' },
    ];
    const line = aLine({
      ordered: '1',
      net: 84_043n,
      tax: 15_968n,
      invoicing: 'milestone',
      stages,
    });
    const [part] = invoicedParts([line], {}, { ...EUR, pricesIncludeTax: true });
    expect([part?.net, part?.tax, part?.share]).toEqual([16_809n, 3_193n, 20_000_000n]);
  });

  it('does not mix quantities and shares of one line', () => {
    const byPiece = inTurn(aLine(), [{ lines: [{ lineId: aLine().id, quantity: '1' }] }])[0]?.left;
    expect(refusalOf(() => invoicedParts([byPiece as OrderLine], { percent: '10' }, EUR))).toBe(
      'mixed_invoicing',
    );
    const shared = inTurn(aLine(), [{ percent: '10' }])[0]?.left as OrderLine;
    const piece = { lines: [{ lineId: shared.id, quantity: '1' }] };
    expect(refusalOf(() => invoicedParts([shared], piece, EUR))).toBe('mixed_invoicing');
    const delivered = aLine({ invoicing: 'on_delivery' });
    expect(refusalOf(() => invoicedParts([delivered], { percent: '10' }, EUR))).toBe(
      'mixed_invoicing',
    );
  });

  it.each(['0', '-1', '100.000001', 'x', '1e2'])('refuses a share of %s percent', (percent) => {
    expect(refusalOf(() => invoicedParts([aLine()], { percent }, EUR))).toBe('validation_failed');
  });

  it('refuses more than is left of a share, and nothing at all', () => {
    const left = inTurn(aLine(), [{ percent: '60' }])[0]?.left as OrderLine;
    expect(refusalOf(() => invoicedParts([left], { percent: '40.000001' }, EUR))).toBe(
      'exceeds_invoiceable',
    );
    const whole = inTurn(left, [{}])[0]?.left as OrderLine;
    expect(refusalOf(() => invoicedParts([whole], {}, EUR))).toBe('nothing_to_invoice');
  });
});

describe('a share of an order', () => {
  const each = (lines: readonly OrderLine[], asked: InvoiceAsked) =>
    invoicedParts(lines, asked, EUR).map(({ line, share, net }) => [line.id, share, net]);
  const piecewise = aLine({
    id: 'by-piece',
    invoiced: '1',
    invoicedNet: 2_000n,
    invoicedTax: 380n,
  });
  const goods = aLine({ id: 'goods', invoicing: 'on_delivery', shipped: '10' });
  const whole = { invoicing: 'percent', invoicedPercent: '100' } as const;
  const done = aLine({ id: 'done', ...whole, invoicedNet: 20_000n, invoicedTax: 3_800n });

  it('is invoiced of the lines that take one, whatever the others are', () => {
    const lines = [piecewise, aLine({ id: 'taking' }), goods, done];
    expect(each(lines, { percent: '10' })).toEqual([['taking', 10_000_000n, 2_000n]]);
    // A line that has less left than is asked for refuses it.
    const begun = aLine({ id: 'begun', invoicing: 'percent', invoicedPercent: '95' });
    const refused = () => invoicedParts([...lines, begun], { percent: '10' }, EUR);
    expect(refusalOf(refused)).toBe('exceeds_invoiceable');
  });

  it('is refused where no line takes one, and where nothing is left', () => {
    const refused = (...lines: OrderLine[]) =>
      refusalOf(() => invoicedParts(lines, { percent: '10' }, EUR));
    expect(refused(piecewise, done)).toBe('mixed_invoicing');
    expect(refused(goods)).toBe('mixed_invoicing');
    expect(refused(done)).toBe('nothing_to_invoice');
    const all = { invoiced: '10', invoicedNet: 20_000n, invoicedTax: 3_800n };
    expect(refused(aLine(all), done)).toBe('nothing_to_invoice');
  });

  it('is not taken where it comes to nothing, and is where any line comes to something', () => {
    const small = aLine({ id: 'small', net: 4n, tax: 0n });
    const refused = (percent: string) => refusalOf(() => invoicedParts([small], { percent }, EUR));
    expect([refused('10'), refused('12.499999'), refused('12.5')]).toEqual([
      'nothing_to_invoice',
      'nothing_to_invoice',
      'nothing',
    ]);
    expect(each([small, aLine()], { percent: '10' })).toEqual([
      ['small', 10_000_000n, 0n],
      ['line-1', 10_000_000n, 2_000n],
    ]);
    // What is given away is invoiced with all of it.
    expect(each([aLine({ net: 0n, tax: 0n })], {})).toEqual([['line-1', 0n, 0n]]);
  });
});

/** Random pieces or shares of a line until it is invoiced. */
const cuts = fc.array(fc.bigInt({ min: 1n, max: 40_000_000n }), { minLength: 1, maxLength: 8 });
const money = fc.record({
  net: fc.bigInt({ min: 0n, max: 10_000_000n }),
  tax: fc.bigInt({ min: 0n, max: 2_000_000n }),
  ordered: fc.bigInt({ min: 1n, max: 40_000_000n }),
  pricesIncludeTax: fc.boolean(),
});

describe('parts of a line', () => {
  it('add up to it, whatever they are, and giving one back leaves room for it', () => {
    fc.assert(
      fc.property(cuts, money, fc.boolean(), (sizes, { net, tax, ordered, ...how }, byPiece) => {
        const terms = { currency: 'EUR', ...how } as const;
        let line = aLine({ net, tax, ordered: quantityText(ordered) });
        const whole = byPiece ? ordered : 100_000_000n;
        let gone = 0n;
        const parts: InvoicedPart[] = [];
        for (const size of [...sizes, whole]) {
          const units = size < whole - gone ? size : whole - gone;
          if (units === 0n) break;
          const asked = byPiece
            ? { lines: [{ lineId: line.id, quantity: quantityText(units) }] }
            : { percent: shareText(units) };
          const taken = () => invoicedParts([line], asked, terms);
          // Shares that come to nothing are not taken.
          if (!byPiece && refusalOf(taken) === 'nothing_to_invoice') continue;
          const [part] = taken();
          gone += units;
          parts.push(part as InvoicedPart);
          line = withInvoiced(part as InvoicedPart);
        }
        expect(sumOf(parts.map((part) => part.net))).toBe(net);
        expect(sumOf(parts.map((part) => part.tax))).toBe(tax);
        expect(parts.every((part) => part.net >= 0n && part.tax >= 0n)).toBe(true);
        const last = parts.at(-1);
        if (!last) return;
        const reopened = withGivenBack(line, last);
        expect([reopened.invoicedNet, reopened.invoicedTax]).toEqual([
          net - last.net,
          tax - last.tax,
        ]);
        expect(millionths(byPiece ? reopened.invoiced : reopened.invoicedPercent)).toBe(
          gone - (byPiece ? last.units : last.share),
        );
      }),
    );
  });

  it('of an order add up to it, whatever shares are asked for and refused', () => {
    const ways = fc.constantFrom(
      { invoicing: 'percent' },
      { invoicing: 'on_order' },
      { invoicing: 'on_order', pieces: '1' },
      { invoicing: 'on_delivery', shipped: '3' },
    );
    const lines = fc.array(
      fc.record({
        way: ways,
        net: fc.bigInt({ min: 0n, max: 300n }),
        tax: fc.bigInt({ min: 0n, max: 60n }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const shares = fc.array(fc.bigInt({ min: 1n, max: 40_000_000n }), { maxLength: 8 });
    fc.assert(
      fc.property(lines, shares, fc.boolean(), (made, sizes, pricesIncludeTax) => {
        const terms = { ...EUR, pricesIncludeTax };
        let now = made.map(({ way, net, tax }, i) =>
          aLine({ id: `line-${i}`, ordered: '3', net, tax, ...(way as object) }),
        );
        const invoice = (asked: InvoiceAsked) => {
          const parts = invoicedParts(now, asked, terms);
          expect(parts.every((part) => part.net >= 0n && part.tax >= 0n)).toBe(true);
          const after = new Map(parts.map((part) => [part.line.id, withInvoiced(part)]));
          now = now.map((line) => after.get(line.id) ?? line);
          return parts;
        };
        for (const [i, { way }] of made.entries()) {
          const lineId = `line-${i}` as OrderLine['id'];
          if (way.pieces) invoice({ lines: [{ lineId, quantity: way.pieces }] });
        }
        let left = 100_000_000n;
        for (const size of sizes) {
          const share = size < left ? size : left;
          const before = now;
          const said = refusalOf(() => {
            const parts = invoice({ percent: shareText(share) });
            expect(parts.some(({ net, tax }) => net + tax > 0n)).toBe(true);
            left -= share;
          });
          expect([
            'nothing',
            'mixed_invoicing',
            'nothing_to_invoice',
            'validation_failed',
          ]).toContain(said);
          expect(now === before).toBe(said !== 'nothing');
        }
        refusalOf(() => invoice({}));
        expect(now.map(({ invoicedNet, invoicedTax }) => [invoicedNet, invoicedTax])).toEqual(
          made.map(({ net, tax }) => [net, tax]),
        );
        expect(now.every(isInvoiced)).toBe(true);
        expect(refusalOf(() => invoice({}))).toBe('nothing_to_invoice');
      }),
    );
  });

  it('are of the gross where prices include tax', () => {
    const line = aLine({ net: 83n, tax: 17n, ordered: '3' });
    const third = { lines: [{ lineId: line.id, quantity: '1' }] };
    const parts = inTurn(line, [third, third, third], { ...EUR, pricesIncludeTax: true } as never);
    expect(parts.map(({ part }) => part.net + part.tax)).toEqual([33n, 34n, 33n]);
    expect(parts.map(({ part }) => part.net)).toEqual([28n, 27n, 28n]);
  });

  it('of a currency without decimals are whole', () => {
    const line = aLine({ net: parseMinor('1001', 'JPY') ?? 0n, tax: 0n, ordered: '3' });
    const third = { lines: [{ lineId: line.id, quantity: '1' }] };
    const parts = inTurn(line, [third, third, third], { ...EUR, currency: 'JPY' } as never);
    expect(parts.map(({ part }) => part.net)).toEqual([334n, 333n, 334n]);
  });
});
