import { isEuMember } from '@quittance/registrations';
import type { VatCategory } from '../../e-invoices/e-invoice.js';
import type { Labels } from '../../labels/labels.js';
import { countryName } from '../address-lines.js';
import { exemptionOf } from './exemption.js';
import { figures, isolated, isRightToLeft, withoutIsolates } from '../figures.js';
import { nationalBasis } from './national-basis.js';
import type { PrintableInvoice, PrintableLine } from '../printable-document.js';

/** Why a line bears no tax, in the words of its document. */
export interface TaxGround {
  /** For the electronic invoice (BT-120). */
  readonly reason: string | null;
  /** A code of the VATEX list (BT-121). */
  readonly reasonCode: string | null;
  /** What is printed below the lines; null where the law asks for nothing. */
  readonly note: string | null;
}

type GroundedLine = Pick<PrintableLine, 'decision' | 'taxes'>;

/** Who sells, when, and in which words. */
type Grounded = Pick<PrintableInvoice, 'seller' | 'issueDate' | 'language' | 'locale' | 'currency'>;

/** What of a document decides what is said of its taxes. */
export interface TaxedDocument extends Grounded {
  readonly lines: readonly GroundedLine[];
}

const NO_GROUND: TaxGround = { reason: null, reasonCode: null, note: null };

/** Sellers whose law knows no such sentence: India has endorsements, the United States nothing. */
const NO_EXPORT_NOTE: ReadonlySet<string | null> = new Set(['IN', 'US', 'CA', null]);

/** The words of the CGST Rules, rule 5, whatever the language of the document. */
const COMPOSITION = 'composition taxable person, not eligible to collect tax on supplies';

/** What the United Kingdom has written beside a reverse charge at home (VATA, section 55A). */
const TO_HMRC = 'customer to pay the VAT to HMRC';

function outside({ outsideScope: reason }: Labels): TaxGround {
  return { reason, reasonCode: 'VATEX-EU-O', note: null };
}

/** What the words of a document are made of. */
interface Words {
  readonly document: Grounded;
  readonly labels: Labels;
  readonly isUnion: boolean;
  /** A text with what orders it: by the law of the seller's country, and by the Directive. */
  readonly byLaw: (text: string, article: string | null, reason: string) => string;
}

/**
 * The ground of each line, from what was decided of it and from nothing else: the note on paper and
 * the reason in the electronic invoice are one.
 */
export function groundsOf(
  document: Grounded,
  labels: Labels,
): (line: GroundedLine | undefined) => TaxGround {
  const { country } = document.seller.address;
  const isUnion = isEuMember(country);
  const byLaw: Words['byLaw'] = (text, article, reason) => {
    if (!isUnion) return text;
    const national = nationalBasis(country, reason, document.issueDate);
    const bases = [
      ...(national ? [among(document, national)] : []),
      ...(article ? [labels.directiveArticle.replace('{article}', article)] : []),
    ];
    return bases.length > 0 ? `${text} (${bases.join('; ')})` : text;
  };
  const words: Words = { document, labels, isUnion, byLaw };
  return (line) => {
    const { category = null, reason = null } = line?.decision ?? {};
    // Of an imported line nothing was decided: what the file says is believed.
    if (line === undefined || reason === null) return outside(labels);
    if (category === null) return { ...NO_GROUND, note: labels.taxUndetermined };
    return byReason(reason, line, words) ?? byCategory(category, reason, words);
  };
}

/** A ground that has words of its own within its category; undefined where it has none. */
function byReason(reason: string, line: GroundedLine, words: Words): TaxGround | undefined {
  const { labels, byLaw, document } = words;
  switch (reason) {
    case 'small_business':
      return printed(byLaw(labels.smallBusiness, '284', reason), null);
    case 'margin_second_hand':
      return printed(labels.marginSecondHand, 'VATEX-EU-F');
    case 'margin_art':
      return printed(labels.marginArt, 'VATEX-EU-I');
    case 'margin_antiques':
      return printed(labels.marginAntiques, 'VATEX-EU-J');
    case 'margin_travel':
      return printed(labels.marginTravel, 'VATEX-EU-309');
    case 'triangulation':
      return triangle(byLaw(labels.reverseCharge, '42, 141, 197', reason), line);
    case 'foreign_reverse_charge':
      return printed(byLaw(labels.reverseCharge, '194', reason), 'VATEX-EU-AE');
    case 'domestic_reverse_charge':
      return printed(reversedAtHome(reason, words), 'VATEX-EU-AE');
    case 'composition':
      return printed(COMPOSITION, null);
    case 'service_abroad':
      return printed(byLaw(labels.serviceAbroad, '44', reason), 'VATEX-EU-O');
    // Damages and the like.
    case 'out_of_scope':
      return printed(labels.outsideScope, 'VATEX-EU-O');
    case 'one_stop_shop':
      return declaredAbroad(labels.oneStopShop, line, document);
    case 'import_one_stop_shop':
      return declaredAbroad(labels.importOneStopShop, line, document);
    case 'exempt_customer':
      return printed(certified(labels.exemptNote, line, words), null);
    case 'exempt_resale':
      return printed(certified(labels.exemptResale, line, words), null);
    case 'exempt_first_nations':
      return printed(certified(labels.exemptFirstNations, line, words), null);
    default:
      return byTreaty(reason, line, words);
  }
}

/** Of a certificate that frees of the tax of the Union, wherever whoever sells is (article 151). */
function byTreaty(reason: string, line: GroundedLine, words: Words): TaxGround | undefined {
  const exemption = exemptionOf(reason);
  if (!exemption?.isCertified) return undefined;
  const { exemptNote, directiveArticle } = words.labels;
  const article = directiveArticle.replace('{article}', exemption.article);
  const text = withoutStop(exemptNote);
  const sentence = `${text} (${article})${exemptNote.slice(text.length)}`;
  return printed(certified(sentence, line, words), exemption.code);
}

function byCategory(category: VatCategory, reason: string, words: Words): TaxGround {
  const { labels, byLaw, isUnion, document } = words;
  switch (category) {
    case 'E': {
      const exemption = isUnion ? exemptionOf(reason) : null;
      if (!exemption) return printed(labels.exemptNote, null);
      const text = byLaw(withoutStop(labels.exemptNote), exemption.article, reason);
      return printed(text, exemption.code);
    }
    case 'AE':
      return isUnion
        ? printed(byLaw(labels.reverseCharge, '196', reason), 'VATEX-EU-AE')
        : printed(labels.reverseChargeAbroad, 'VATEX-EU-AE');
    case 'K':
      return printed(byLaw(labels.intraCommunity, '138', reason), 'VATEX-EU-IC');
    case 'G': {
      const text = byLaw(labels.exportExempt, '146', reason);
      const ground = printed(text, isUnion ? 'VATEX-EU-G' : null);
      return NO_EXPORT_NOTE.has(document.seller.address.country)
        ? { ...ground, note: null }
        : ground;
    }
    case 'O':
      // A seller who is registered nowhere says nothing.
      return outside(labels);
    default:
      return NO_GROUND;
  }
}

function reversedAtHome(reason: string, { document, labels, isUnion, byLaw }: Words): string {
  if (isUnion) return byLaw(labels.reverseCharge, null, reason);
  return document.seller.address.country === 'GB'
    ? `${labels.reverseCharge} (${among(document, TO_HMRC)})`
    : labels.reverseChargeAbroad;
}

/** The words are one, whichever category the company has chosen. */
function triangle(text: string, { decision }: GroundedLine): TaxGround {
  return printed(text, decision.category === 'K' ? 'VATEX-EU-IC' : 'VATEX-EU-AE');
}

/**
 * Whose tax it is where a One-Stop-Shop declares it: a courtesy on paper, and no reason in the
 * electronic invoice, where what is taxed has none (BR-S-10).
 */
function declaredAbroad(text: string, { taxes }: GroundedLine, document: Grounded): TaxGround {
  const [tax] = taxes;
  const [country] = /^[A-Z]{2}/.exec(tax?.jurisdiction ?? '') ?? [];
  if (!tax || !country) return NO_GROUND;
  const { language, currency } = document;
  const note = text
    .replace('{country}', countryName(country, language))
    .replace('{rate}', figures(document, currency).number(tax.rate));
  return { ...NO_GROUND, note };
}

/** A sentence as a part of one. */
export function withoutStop(text: string): string {
  return text.replace(/[.。।]$/u, '');
}

/** A sentence with the number of the certificate where one is known. */
function certified(sentence: string, { taxes }: GroundedLine, { document, labels }: Words): string {
  const certificate = taxes.find((each) => each.certificate !== undefined)?.certificate;
  if (certificate === undefined) return sentence;
  const said = labels.certificate.replace('{certificate}', () => among(document, certificate));
  return `${sentence} ${said}`;
}

/** Latin letters among words from right to left keep their own order. */
function among({ language }: Grounded, text: string): string {
  return isRightToLeft(language) ? isolated(text) : text;
}

/** What orders the letters on paper is not said in the electronic invoice. */
function printed(reason: string, reasonCode: string | null): TaxGround {
  return { reason: withoutIsolates(reason), reasonCode, note: reason };
}
