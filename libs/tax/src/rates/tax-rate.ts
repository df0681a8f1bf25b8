import { boolean, date, describeField, integer, lookup, picklist, text } from '@quittance/fields';
import {
  describeNoun,
  optional,
  preset,
  required,
  stamped,
  versioned,
  type DraftOf,
  type RowOf,
} from '@quittance/nouns';
import { invalidFields, type FieldError, type Id } from '@quittance/kernel';
import type { TaxKind } from '../calculation/pricing.js';
import type { TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.js';

export type TaxRateId = Id<'tax-rate'>;

/**
 * UTGST is charged by the rates of SGST, a rate that came with a line is none of the set-up, and
 * what leaves the country or falls under no tax is decided by the sale and not by a rate.
 */
export type RateKind = Exclude<
  TaxKind,
  'line_rate' | 'gst_utgst' | 'intra_community' | 'export' | 'outside_scope'
>;

const KINDS: Readonly<Record<RateKind, string>> = {
  vat: 'VAT',
  gst_cgst: 'CGST',
  gst_sgst: 'SGST',
  gst_igst: 'IGST',
  sales: 'Sales tax',
  zero: 'Zero rated',
  exempt: 'Exempt',
  reverse_charge: 'Reverse charge',
};

/** A percentage of a jurisdiction for a tax code over a time, the last day included. */
export const taxRateNoun = describeNoun({
  name: 'tax-rate',
  label: 'Rate',
  pluralLabel: 'Rates',
  path: '/tax/rates',
  table: 'tax.rate',
  alias: 't',
  defaultSort: 'taxCode,-validFrom',
  members: {
    ...versioned<TaxRateId>(),
    jurisdictionId: required(lookup<TaxJurisdictionId>('Jurisdiction', 'tax-jurisdiction'), {
      once: true,
    }),
    taxCode: required(text('Tax code', { searched: true, maxLength: 50 }), { once: true }),
    kind: required(picklist('Kind', KINDS)),
    rate: required(describeField<string>('percent', 'Rate', { scale: 6, min: '0', max: '100' }), {
      example: '19',
    }),
    compound: preset(false, boolean('Compound', { help: 'On top of the taxes before it.' })),
    priority: preset(0, integer('Priority', { min: '0', max: '1000', help: 'Lower comes first.' })),
    validFrom: required(date('Valid from')),
    validTo: optional(date('Valid to', { help: 'Inclusive; null while it has no end.' })),
    source: optional(
      text('Source', { searched: true, maxLength: 300, help: 'Where the rate was published.' }),
    ),
    sourceDate: optional(date('Date of the source')),
    ...stamped(),
  },
});

/** A rate as the API shows it. A new percentage is a new rate: end this one with `validTo`. */
export type TaxRate = RowOf<typeof taxRateNoun.members>;
export type NewTaxRate = DraftOf<typeof taxRateNoun.members>;

const WITHOUT_TAX: readonly RateKind[] = ['zero', 'exempt', 'reverse_charge'];

/** @throws DomainError validation_failed */
export function checkRate({ kind, rate, validFrom, validTo }: TaxRate): void {
  const errors: FieldError[] = [];
  if (WITHOUT_TAX.includes(kind) && !/^0+(\.0+)?$/.test(rate)) {
    errors.push({ pointer: '/rate', code: 'max', message: `must be 0 for the kind ${kind}` });
  }
  if (validTo !== null && validTo < validFrom) {
    errors.push({ pointer: '/validTo', code: 'min', message: 'must not be before validFrom' });
  }
  if (errors.length > 0) throw invalidFields(errors);
}
