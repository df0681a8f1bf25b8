import { boolean, picklist, text } from '@quittance/fields';
import {
  describeNoun,
  optional,
  preset,
  required,
  stamped,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import type { Id } from '@quittance/kernel';
import type { SupplyKind, TaxClass } from '../decision/decision.js';

export type TaxCodeId = Id<'tax-code'>;

const SUPPLIES: Readonly<Record<SupplyKind, string>> = {
  goods: 'Goods',
  services: 'Services',
  digital: 'Digital services',
  intangible_services: 'Intangible services',
  event: 'Admission to events',
  virtual_event: 'Admission to virtual events',
  immovable: 'Services at immovable property',
  restaurant: 'Restaurant and catering',
  passenger_transport: 'Transport of passengers',
  goods_transport: 'Transport of goods',
  vehicle_hire: 'Hire of vehicles, up to 30 days',
  intermediary: 'Services of intermediaries',
};

const CLASSES: Readonly<Record<TaxClass, string>> = {
  exempt: 'Exempt',
  exempt_hospital: 'Exempt: hospital and medical care',
  exempt_medical: 'Exempt: care in the exercise of medical professions',
  exempt_education: 'Exempt: education',
  exempt_sport: 'Exempt: sport',
  exempt_culture: 'Exempt: culture',
  exempt_insurance: 'Exempt: insurance',
  exempt_credit: 'Exempt: credit',
  exempt_payments: 'Exempt: payments',
  exempt_letting: 'Exempt: letting of immovable property',
  domestic_reverse_charge: 'Domestic reverse charge',
  margin_second_hand: 'Margin scheme: second-hand goods',
  margin_art: 'Margin scheme: works of art',
  margin_antiques: 'Margin scheme: collectors’ items and antiques',
  margin_travel: 'Margin scheme: travel agents',
  out_of_scope: 'Outside the scope of tax',
};

/** What is sold, as far as tax is concerned: `standard`, `gst-18`, `exempt`. */
export const taxCodeNoun = describeNoun({
  name: 'tax-code',
  label: 'Tax code',
  pluralLabel: 'Tax codes',
  path: '/tax/codes',
  table: 'tax.code',
  alias: 't',
  defaultSort: 'code',
  members: {
    ...versioned<TaxCodeId>(),
    code: required(
      text('Code', {
        searched: true,
        maxLength: 50,
        pattern: '[A-Za-z0-9._-]+',
      }),
      { once: true, advice: 'Documents carry it; never changes.', example: 'standard' },
    ),
    name: required(text('Name', { searched: true, maxLength: 100 })),
    description: optional(text('Description', { searched: true, maxLength: 500 })),
    kind: optional(
      picklist('What is sold under it', SUPPLIES, {
        help:
          'What is sold under it, where it is one thing alone: it decides the category of ' +
          'supplies abroad. The type of a line’s product counts before it.',
      }),
    ),
    taxClass: optional(
      picklist('Class', CLASSES, {
        help: 'What the law makes of it at home, beside its rates; null: taxed by its rates.',
      }),
    ),
    isDefault: preset(
      false,
      boolean('Default', { help: 'For lines with neither a code nor a rate; one per company.' }),
    ),
    ...stamped(),
  },
});

/** A tax code as the API shows it. */
export type TaxCode = RowOf<typeof taxCodeNoun.members>;
