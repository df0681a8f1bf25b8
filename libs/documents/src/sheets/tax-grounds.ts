import { isEuMember } from '@quittance/registrations';
import type { Labels } from '../labels/labels.js';
import { withoutIsolates } from './figures.js';
import type { PrintableInvoice, PrintableLine } from './printable-document.js';

/** Why a line bears no tax, in the words of its document. */
export interface TaxGround {
  /** For the electronic invoice (BT-120). */
  readonly reason: string | null;
  /** A code of the VATEX list (BT-121). */
  readonly reasonCode: string | null;
  /** What is printed below the lines; null where the law asks for nothing. */
  readonly note: string | null;
}

/** What of a document decides what is said of its taxes. */
export interface TaxedDocument extends Pick<PrintableInvoice, 'seller'> {
  readonly lines: readonly Pick<PrintableLine, 'decision'>[];
}

const NO_GROUND: TaxGround = { reason: null, reasonCode: null, note: null };

/** Sellers whose law knows no such sentence: India has endorsements, the United States nothing. */
const NO_EXPORT_NOTE: ReadonlySet<string | null> = new Set(['IN', 'US', 'CA', null]);

/** The words of the CGST Rules, rule 5, whatever the language of the document. */
const COMPOSITION = 'composition taxable person, not eligible to collect tax on supplies';

function outside({ outsideScope: reason }: Labels): TaxGround {
  return { reason, reasonCode: 'VATEX-EU-O', note: null };
}

/**
 * The ground of each line, from what was decided of it and from nothing else: the note on paper and
 * the reason in the electronic invoice are one.
 */
export function groundsOf(
  { seller }: Pick<PrintableInvoice, 'seller'>,
  labels: Labels,
): (line: Pick<PrintableLine, 'decision'> | undefined) => TaxGround {
  const { country } = seller.address;
  const isUnion = isEuMember(country);
  const byDirective = (text: string, article: string) =>
    isUnion ? `${text} (${labels.directiveArticle.replace('{article}', article)})` : text;
  const open: TaxGround = { ...NO_GROUND, note: labels.taxUndetermined };
  /** A ground that has words of its own within its category; undefined where it has none. */
  const special = (reason: string, category: string): TaxGround | undefined => {
    switch (reason) {
      case 'small_business':
        return printed(byDirective(labels.smallBusiness, '284'), null);
      case 'margin_second_hand':
        return printed(labels.marginSecondHand, 'VATEX-EU-F');
      case 'margin_art':
        return printed(labels.marginArt, 'VATEX-EU-I');
      case 'margin_antiques':
        return printed(labels.marginAntiques, 'VATEX-EU-J');
      case 'margin_travel':
        return printed(labels.marginTravel, 'VATEX-EU-309');
      case 'triangulation':
        return triangle(byDirective(labels.reverseCharge, '42, 141, 197'), category);
      case 'foreign_reverse_charge':
        return printed(byDirective(labels.reverseCharge, '194'), 'VATEX-EU-AE');
      case 'composition':
        return printed(COMPOSITION, null);
      case 'service_abroad':
        return printed(byDirective(labels.serviceAbroad, '44'), 'VATEX-EU-O');
      // Damages and the like.
      case 'out_of_scope':
        return printed(labels.outsideScope, 'VATEX-EU-O');
      default:
        return undefined;
    }
  };
  return (line) => {
    const { category = null, reason = null } = line?.decision ?? {};
    // Of an imported line nothing was decided: what the file says is believed.
    if (reason === null) return outside(labels);
    if (category === null) return open;
    const own = special(reason, category);
    if (own) return own;
    switch (category) {
      case 'E':
        return printed(labels.exemptNote, null);
      case 'AE':
        return isUnion && reason !== 'domestic_reverse_charge'
          ? printed(byDirective(labels.reverseCharge, '196'), 'VATEX-EU-AE')
          : printed(labels.reverseChargeAbroad, 'VATEX-EU-AE');
      case 'K':
        return printed(byDirective(labels.intraCommunity, '138'), 'VATEX-EU-IC');
      case 'G': {
        const ground = printed(
          byDirective(labels.exportExempt, '146'),
          isUnion ? 'VATEX-EU-G' : null,
        );
        return NO_EXPORT_NOTE.has(country) ? { ...ground, note: null } : ground;
      }
      case 'O':
        // A seller who is registered nowhere says nothing.
        return outside(labels);
      default:
        return NO_GROUND;
    }
  };
}

/** The words are one, whichever category the company has chosen. */
function triangle(text: string, category: string): TaxGround {
  return printed(text, category === 'K' ? 'VATEX-EU-IC' : 'VATEX-EU-AE');
}

/** What orders the letters on paper is not said in the electronic invoice. */
function printed(reason: string, reasonCode: string | null): TaxGround {
  return { reason: withoutIsolates(reason), reasonCode, note: reason };
}
