import { parseMinor } from '@quittance/money';
import data from './consignment-limit.json';

/** What a minor unit of a currency is in cents of the euro, as a fraction that is exact. */
export interface EuroFactor {
  readonly dividend: bigint;
  readonly divisor: bigint;
}

/** How the goods of a document stand to the limit of the One-Stop-Shop for imports. */
export type Consignment = 'within' | 'above' | 'unknown';

const LIMIT = parseMinor(data.limit, 'EUR') ?? 0n;

/** Of goods by their price without tax, in minor units; without a rate nobody knows. Pure. */
export function consignmentOf(net: bigint, toEuro: EuroFactor | null): Consignment {
  if (toEuro === null) return 'unknown';
  return net * toEuro.dividend <= LIMIT * toEuro.divisor ? 'within' : 'above';
}
