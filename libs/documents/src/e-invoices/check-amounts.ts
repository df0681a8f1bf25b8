import {
  currencyDigits,
  decimal,
  formatMinor,
  roundToScale,
  sumOf,
  multiply,
  type Decimal,
} from '@quittance/money';
import type { EInvoice, EInvoiceFault, EInvoiceLine } from './e-invoice.js';
import { unmet } from './unmet.js';

/** The rules that receivers recompute: BR-CO-10 to -16 and the amount of each line. */
export function amountFaults(invoice: EInvoice): EInvoiceFault[] {
  const { totals, groups, lines, currency } = invoice;
  const { allowances, charges, net, vat, gross, paid, rounding, due } = totals;
  const equal = (rule: string, name: string, stated: bigint, added: bigint) =>
    [
      rule,
      stated === added,
      `${name} is ${formatMinor(stated, currency)}, its parts come to ` +
        `${formatMinor(added, currency)}.`,
    ] as const;
  return [
    ...lines.flatMap((line) => lineFaults(line, currency)),
    ...unmet([
      equal(
        'BR-CO-10',
        'The sum of the lines (BT-106)',
        totals.lines,
        sumOf(lines.map((l) => l.net)),
      ),
      equal('BR-CO-13', 'The total without VAT (BT-109)', net, totals.lines - allowances + charges),
      equal('BR-CO-14', 'The total VAT (BT-110)', vat, sumOf(groups.map(({ tax }) => tax))),
      equal('BR-CO-15', 'The total with VAT (BT-112)', gross, net + vat),
      equal('BR-CO-16', 'The amount due (BT-115)', due, gross - paid + rounding),
    ]),
  ];
}

/** BT-131 is quantity × price, less what is taken off, each part rounded. */
function lineFaults(line: EInvoiceLine, currency: string): EInvoiceFault[] {
  const { id, quantity, unitPrice, net, adjustment } = line;
  const full = rounded(multiply(decimal(quantity), decimal(unitPrice)), currency);
  const change = adjustment ? (adjustment.isCharge ? adjustment.amount : -adjustment.amount) : 0n;
  const stated = formatMinor(net, currency);
  const message =
    `Line ${id} is ${stated} (BT-131), its quantity, price and discount come to ` +
    `${formatMinor(full + change, currency)}.`;
  return unmet([
    ['BR-LINE', full + change === net, message],
    [
      'BR-42',
      adjustment === null || adjustment.reason,
      `The discount of line ${id} has no reason.`,
    ],
  ]);
}

function rounded(value: Decimal, currency: string): bigint {
  const digits = currencyDigits(currency);
  return roundToScale(value, digits);
}
