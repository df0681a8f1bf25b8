import {
  decimal,
  divideRounded,
  formatUnits,
  multiply,
  pow10,
  sumOf,
  add,
  trimDecimal,
  type Decimal,
} from '@quittance/money';
import type { StoredLineTax } from './document-line.description.js';
import type { DocumentLine } from './document-line.js';

/** How one tax of a document was rounded; amounts are minor units, `exactTax` is decimal text. */
export interface CertifiedTax {
  readonly jurisdiction: string | null;
  readonly taxCode: string | null;
  readonly kind: string;
  readonly rate: string;
  readonly base: bigint;
  readonly exactTax: string;
  readonly tax: bigint;
  /** The minor units by which a line's tax differs from rounding that line alone. */
  readonly moved: readonly { readonly line: number; readonly minor: bigint }[];
}

type CertifiedLine = Pick<DocumentLine, 'position' | 'net' | 'total' | 'taxes'>;

const ONE: Decimal = { units: 1n, scale: 0 };
/** Decimals of an exact tax that has no end. */
const ENDLESS = 12;

/**
 * Works out again, from the stored lines alone, what each tax of the document exactly is and where
 * its rounding went. Lines that bear the same taxes are rounded together.
 */
export function roundingCertificate(
  lines: readonly CertifiedLine[],
  pricesIncludeTax: boolean,
): CertifiedTax[] {
  const groups = new Map<string, CertifiedLine[]>();
  for (const line of lines) {
    const key = JSON.stringify(
      line.taxes.map(({ jurisdiction, kind, taxCode, rate, given }) => [
        jurisdiction,
        kind,
        taxCode,
        rate,
        given,
      ]),
    );
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()].flatMap((group) => certifyGroup(group, pricesIncludeTax));
}

function certifyGroup(group: readonly CertifiedLine[], included: boolean): CertifiedTax[] {
  const taxes = group[0]?.taxes ?? [];
  const shares = sharesOfNet(group);
  const gross = shares.reduce(add, ONE);
  return taxes.map((tax, t) => {
    const exact = group.map((line) =>
      tax.given
        ? { numerator: BigInt(line.taxes[t]?.tax ?? 0n), denominator: 1n }
        : included
          ? containedIn(line, shares[t] ?? ONE, gross)
          : onTopOf(line, t),
    );
    return certify(group, tax, t, exact);
  });
}

/** A tax as a fraction of minor units. */
interface Exact {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The tax that is on top of a stored base. */
function onTopOf({ taxes }: CertifiedLine, t: number): Exact {
  const { base, rate } = taxes[t] as StoredLineTax;
  const own = fractionOf(rate);
  return { numerator: BigInt(base) * own.units, denominator: pow10(own.scale) };
}

/** The tax that is contained in a line's gross price. */
function containedIn({ total }: CertifiedLine, share: Decimal, gross: Decimal): Exact {
  const scale = gross.scale - share.scale;
  return { numerator: total * share.units * pow10(scale), denominator: gross.units };
}

/** What each tax adds to a net price of one, those on top of earlier taxes compounded. */
function sharesOfNet(group: readonly CertifiedLine[]): Decimal[] {
  const shares: Decimal[] = [];
  let together: Decimal = { units: 0n, scale: 0 };
  (group[0]?.taxes ?? []).forEach(({ rate, compound: said }, t) => {
    // The stored base of a compound tax is the net with the taxes before it.
    const compound = said || group.some(({ net, taxes }) => BigInt(taxes[t]?.base ?? net) !== net);
    const own = fractionOf(rate);
    const share = compound ? multiply(own, add(ONE, together)) : own;
    shares.push(share);
    together = add(together, share);
  });
  return shares;
}

/** A percentage as a fraction of one. */
function fractionOf(percent: string): Decimal {
  const { units, scale } = decimal(percent);
  return { units, scale: scale + 2 };
}

function certify(
  group: readonly CertifiedLine[],
  tax: StoredLineTax,
  t: number,
  exact: readonly Exact[],
): CertifiedTax {
  const of = (pick: (line: StoredLineTax) => string) =>
    group.map(({ taxes }) => BigInt(pick(taxes[t] as StoredLineTax)));
  const rounded = of((each) => each.tax);
  // A credit note may bear but one of the lines that were rounded together on its invoice, or the
  // rest that earlier notes have left of one.
  const moved = exact.map(({ numerator, denominator }, k) => ({
    line: group[k]?.position ?? 0,
    minor: (rounded[k] ?? 0n) - divideRounded(numerator, denominator),
  }));
  return {
    jurisdiction: tax.jurisdiction,
    taxCode: tax.taxCode,
    kind: tax.kind,
    rate: tax.rate,
    base: sumOf(of((each) => each.base)),
    exactTax: exactText(sumOf(exact.map((each) => each.numerator)), exact[0]?.denominator ?? 1n),
    tax: sumOf(rounded),
    moved: moved.filter(({ minor }) => minor !== 0n),
  };
}

function exactText(numerator: bigint, denominator: bigint): string {
  if (numerator % denominator === 0n) return (numerator / denominator).toString();
  return trimDecimal(formatUnits(divideRounded(numerator * pow10(ENDLESS), denominator), ENDLESS));
}
