import type { DocumentLanguage } from '@quittance/company';
import { decimal } from '@quittance/money';
import type { Labels } from '../labels/labels.js';
import { unitWord } from '../labels/unit-words.js';
import { isolated, type Figures } from './figures.js';
import type { PrintableCharge, PrintableQuoteLine, PrintedTier } from './printable-quote.js';
import { present } from './seller-block.js';

/*
 * What usage of a line costs, as it is printed below it: pure. It is in no sum of the document.
 */

/** In which words, figures and currency. */
interface Writing {
  readonly labels: Labels;
  readonly write: Figures;
  readonly currency: string;
  readonly language: DocumentLanguage;
}

/** A heading, a text for each charge and each of its tiers, and the least that a period costs. */
export function chargesOf(
  { charges, usageMinimum }: Pick<PrintableQuoteLine, 'charges' | 'usageMinimum'>,
  writing: Writing,
): string[] {
  const { labels, write } = writing;
  const least = usageMinimum === null ? null : isolated(write.money(usageMinimum));
  return [
    ...(charges.length > 0 ? [labels.usageBeside] : []),
    ...charges.flatMap((charge) => chargeOf(charge, writing)),
    ...(least === null ? [] : [labels.usageMinimum.replace('{amount}', least)]),
  ];
}

function chargeOf(charge: PrintableCharge, writing: Writing): string[] {
  const { labels } = writing;
  const { included } = charge;
  const free = isSome(included)
    ? fill(labels.usageIncluded, counted(included, charge, writing))
    : null;
  const said = [...pricedAs(charge, writing), free];
  return [`\u2068${charge.name}\u2069: ${present(said).join('; ')}`, ...tiersOf(charge, writing)];
}

/** How units become money, in a few words. */
function pricedAs(charge: PrintableCharge, writing: Writing): (string | null)[] {
  const { labels, write } = writing;
  const money = (text: string) => priced(text, writing);
  switch (charge.model) {
    case 'per_unit':
      return [perUnit(charge.unitPrice, charge, writing)];
    case 'graduated':
      return [labels.usageGraduated];
    case 'volume':
      return [labels.usageVolume, charge.feeAtZero ? labels.usageFeeAtZero : null];
    case 'package': {
      const size = counted(charge.size, charge, writing);
      return [`${money(charge.unitPrice)} / ${size}`, labels.usagePackage];
    }
    case 'percentage': {
      const { rate, fee, freeEvents = 0, freeBase, eventMin, eventMax } = charge;
      return [
        labels.usageRate.replace('{percent}', isolated(write.percent(rate))),
        isSome(freeBase) ? fill(labels.usageFreeBase, money(freeBase)) : null,
        isSome(fee) ? fill(labels.usageEventFee, money(fee)) : null,
        isSome(fee) && freeEvents > 0
          ? fill(labels.usageFreeEvents, isolated(write.number(String(freeEvents))))
          : null,
        isSome(eventMin) ? fill(labels.usageEventMin, money(eventMin)) : null,
        eventMax == null ? null : fill(labels.usageEventMax, money(eventMax)),
      ];
    }
  }
}

function tiersOf(charge: PrintableCharge, writing: Writing): string[] {
  if (charge.model !== 'graduated' && charge.model !== 'volume') return [];
  return charge.tiers.map((tier) => tierOf(tier, charge, writing));
}

function tierOf({ upTo, unitPrice, fee }: PrintedTier, charge: PrintableCharge, writing: Writing) {
  const { labels } = writing;
  const bound = upTo === null ? labels.usageAbove : fill(labels.usageUpTo, number(upTo, writing));
  const once = isSome(fee) ? fill(labels.usageTierFee, priced(fee, writing)) : null;
  return `– ${bound}: ${present([perUnit(unitPrice, charge, writing), once]).join('; ')}`;
}

/** `0.02 EUR / GB` */
function perUnit(price: string, { unit }: PrintableCharge, writing: Writing): string {
  const word = unit === null ? writing.labels.usageUnit : unitWord(unit, writing.language);
  return `${priced(price, writing)} / \u2068${word}\u2069`;
}

function counted(text: string, { unit }: PrintableCharge, writing: Writing): string {
  const word = unit === null ? null : `\u2068${unitWord(unit, writing.language)}\u2069`;
  return present([number(text, writing), word]).join(' ');
}

const number = (text: string, { write }: Writing) => isolated(write.number(text));

const priced = (text: string, { write, currency }: Writing) =>
  isolated(`${write.price(text)} ${currency}`);

/** Each of these texts has one place. */
const fill = (text: string, value: string) => text.replace(/\{\w+\}/, () => value);

/** Nothing is said of a fee, or of units, of nothing. */
function isSome(text: string | null | undefined): text is string {
  return text != null && decimal(text).units > 0n;
}
