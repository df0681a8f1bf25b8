import fc from 'fast-check';
import { runs } from '../../../../../test/support/tier.js';
import { orderPaymentStatus } from '../payment-status.js';
import { orderLineNoun, type OrderLine } from './order-line.description.js';
import {
  agreedOf,
  fulfilmentOf,
  invoiceableOf,
  isInvoiced,
  linesTold,
  mayReturn,
  mayShip,
  millionths,
  openOf,
  orderValue,
  partOf,
  quantityText,
  restOf,
  valueOf,
} from './quantities.js';

const aLine = (over: Partial<OrderLine> = {}): OrderLine =>
  ({
    ...orderLineNoun.empty,
    kind: 'one_off',
    invoicing: 'on_delivery',
    supplyKind: 'goods',
    ordered: '10.000000',
    cancelled: '0',
    shipped: '0',
    returned: '0',
    invoiced: '0',
    invoicedPercent: '0',
    invoicedNet: 0n,
    invoicedTax: 0n,
    overDeliveryPercent: '0',
    net: 20_000n,
    tax: 3_800n,
    ...over,
  }) as OrderLine;

const service = { invoicing: 'on_order', supplyKind: 'services' } as const;

describe('how much of a line', () => {
  it('tolerates nothing above a line of which something was given up', () => {
    const line = aLine({ ordered: '10', overDeliveryPercent: '20' });
    expect(quantityText(mayShip(line))).toBe('12');
    expect(quantityText(mayShip({ ...line, cancelled: '2' }))).toBe('8');
  });

  it('example 49: is invoiced on delivery is what was shipped and kept', () => {
    const line = aLine({ shipped: '7', returned: '2', invoiced: '3' });
    expect(quantityText(invoiceableOf(line))).toBe('2');
    expect(quantityText(openOf(line))).toBe('3');
    expect(quantityText(mayReturn(line))).toBe('5');
  });

  it('example 50: may be shipped is what was ordered and what the line tolerates', () => {
    const line = aLine({ ordered: '100', overDeliveryPercent: '5' });
    expect(quantityText(mayShip(line))).toBe('105');
    expect(mayShip({ ...line, shipped: '105' })).toBe(0n);
    expect(quantityText(invoiceableOf({ ...line, shipped: '105' }))).toBe('100');
  });

  it('example 51: is agreed is what was not closed short', () => {
    const line = aLine({ shipped: '6', invoiced: '6', cancelled: '4' });
    expect(orderValue([line], { pricesIncludeTax: false })).toBe(14_280n);
    expect([openOf(line), restOf(line), invoiceableOf(line)]).toEqual([0n, 0n, 0n]);
    expect(isInvoiced(line)).toBe(true);
  });

  it('is to be credited is what came back and was invoiced', () => {
    const line = aLine({ shipped: '5', returned: '2', invoiced: '5' });
    expect(invoiceableOf(line)).toBe(-2_000_000n);
    expect(isInvoiced({ ...line, ordered: '5' })).toBe(true);
  });

  it('came back is no longer to be invoiced once nothing is open', () => {
    const line = aLine({ shipped: '5', returned: '5', invoiced: '5' });
    expect(isInvoiced(line)).toBe(false);
    expect(isInvoiced({ ...line, shipped: '10' })).toBe(true);
    expect(isInvoiced({ ...line, shipped: '10', invoiced: '4' })).toBe(false);
    expect(isInvoiced({ ...line, cancelled: '5', returned: '2', invoiced: '3' })).toBe(true);
  });

  it('is shipped of services and of what recurs is nothing', () => {
    const lines = [aLine(service), aLine({ kind: 'recurring', invoicing: 'subscription' })];
    expect(lines.map(openOf)).toEqual([0n, 0n]);
    expect(lines.map(mayShip)).toEqual([0n, 0n]);
    expect(lines.map(invoiceableOf)).toEqual([10_000_000n, 0n]);
    expect(linesTold(lines)).toMatchObject({ shippable: false, open: false, invoiced: false });
    expect(fulfilmentOf(lines)).toBe('none');
  });

  it('is invoiced by stages is counted by money', () => {
    const line = aLine({ ...service, invoicing: 'percent', invoicedNet: 19_999n });
    expect(isInvoiced(line)).toBe(false);
    expect(isInvoiced({ ...line, invoicedNet: 20_000n })).toBe(false);
    expect(isInvoiced({ ...line, invoicedNet: 20_000n, invoicedTax: line.tax })).toBe(true);
    const whole = { ...line, invoicedPercent: '100' };
    expect(isInvoiced({ ...whole, invoicedNet: 19_999n, invoicedTax: line.tax })).toBe(true);
    expect(isInvoiced({ ...whole, invoicedNet: 19_998n, invoicedTax: line.tax })).toBe(false);
  });
});

describe('whether an order is paid', () => {
  it.each([
    ['400 of 400 paid, 600 not invoiced', false, 0n, 40_000n, 'partially_paid'],
    ['600 more invoiced, 599 paid', true, 100n, 99_900n, 'partially_paid'],
    ['all paid', true, 0n, 100_000n, 'paid'],
    ['nothing paid', true, 100_000n, 0n, 'unpaid'],
    ['nothing invoiced', false, 0n, 0n, 'unpaid'],
  ] as const)('example 52: %s', (_, invoiced, balance, settled, expected) => {
    expect(orderPaymentStatus(100_000n, { invoiced, any: true, balance, settled })).toBe(expected);
  });

  it('one that is worth nothing is', () => {
    expect(orderPaymentStatus(0n)).toBe('paid');
  });
});

/** A line in any state that the schema lets be. */
const part = fc.double({ min: 0, max: 1, noNaN: true });
const lines = fc
  .record({
    ordered: fc.bigInt(1n, 10n ** 15n),
    over: fc.integer({ min: 0, max: 100 }),
    parts: fc.tuple(part, part, part, part),
    net: fc.bigInt(0n, 10n ** 12n),
    tax: fc.bigInt(0n, 10n ** 11n),
    service: fc.boolean(),
  })
  .map(({ ordered, over, parts, net, tax, service: isService }) => {
    const of = (whole: bigint, share: number) => (whole * BigInt(Math.floor(share * 1000))) / 1000n;
    const shipped = isService ? 0n : of((ordered * BigInt(100 + over)) / 100n, parts[0]);
    const invoiced = of(isService || shipped > ordered ? ordered : shipped, parts[1]);
    const kept = shipped > invoiced ? shipped : invoiced;
    const cancelled = kept >= ordered ? 0n : of(ordered - kept, parts[2]);
    return aLine({
      ...(isService && service),
      ordered: quantityText(ordered),
      shipped: quantityText(shipped),
      invoiced: quantityText(invoiced),
      cancelled: quantityText(cancelled),
      returned: quantityText(of(shipped, parts[3])),
      overDeliveryPercent: String(over),
      net,
      tax,
    });
  });

describe('whatever has happened to a line', () => {
  it('nothing is left below nothing, nor more than is agreed', () => {
    fc.assert(
      fc.property(lines, (line) => {
        for (const left of [openOf(line), restOf(line), mayShip(line), mayReturn(line)]) {
          expect(left).toBeGreaterThanOrEqual(0n);
        }
        expect(openOf(line)).toBeLessThanOrEqual(agreedOf(line));
        expect(restOf(line)).toBeLessThanOrEqual(agreedOf(line));
        expect(invoiceableOf(line)).toBeLessThanOrEqual(agreedOf(line) - millionths(line.invoiced));
      }),
      { numRuns: runs(200) },
    );
  });

  it('all that is left may be shipped, and then nothing is open', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const open = openOf(line);
        expect(mayShip(line)).toBeGreaterThanOrEqual(open);
        const shipped = quantityText(millionths(line.shipped) + open);
        expect(openOf({ ...line, shipped })).toBe(0n);
      }),
      { numRuns: runs(200) },
    );
  });

  it('parts that end with the whole come to it, to the minor unit', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 6 }),
        (line, at) => {
          const whole = millionths(line.ordered);
          const steps = [
            ...at.sort((a, b) => a - b).map((n) => (whole * BigInt(n)) / 1000n),
            whole,
          ];
          let before = 0n;
          const invoiced = steps.map((until) => {
            const net = partOf(line.net, line, until) - before;
            before += net;
            return net;
          });
          expect(invoiced.every((net) => net >= 0n)).toBe(true);
          expect(before).toBe(line.net);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('its value is between nothing and what was ordered, and falls with what is given up', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (line, pricesIncludeTax) => {
        const priced = { pricesIncludeTax };
        const { net, tax } = valueOf(line, priced, [line]);
        expect(net >= 0n && net <= line.net && tax >= 0n && tax <= line.tax).toBe(true);
        const less = quantityText(millionths(line.cancelled) + restOf(line));
        expect(valueOf({ ...line, cancelled: less }, priced, [line]).net).toBeLessThanOrEqual(net);
      }),
      { numRuns: runs(200) },
    );
  });
});
