import { boolean, picklist, text } from '@quittance/fields';
import {
  describeRow,
  optional,
  preset,
  required,
  stamped,
  versioned,
  type RowOf,
} from '@quittance/rows';
import type { Id } from '@quittance/kernel';
import type { SupplyKind } from '../decision/decision.js';

export type TaxCodeId = Id<'tax-code'>;

const SUPPLIES: Readonly<Record<SupplyKind, string>> = {
  goods: 'Goods',
  services: 'Services',
  digital: 'Digital services',
};

/** What is sold, as far as tax is concerned: `standard`, `gst-18`, `exempt`. */
export const taxCodeRow = describeRow({
  name: 'tax-code',
  label: 'Tax code',
  pluralLabel: 'Tax codes',
  path: '/tax/codes',
  table: 'tax.code',
  defaultSort: 'code',
  fields: {
    ...versioned<TaxCodeId>(),
    code: required<string>(
      text('Code', {
        createOnly: true,
        searched: true,
        maxLength: 50,
        pattern: '[A-Za-z0-9._-]+',
        help: 'Documents carry it; never changes.',
      }),
      { example: 'standard' },
    ),
    name: required<string>(text('Name', { searched: true, maxLength: 100 })),
    description: optional<string>(text('Description', { searched: true, maxLength: 500 })),
    kind: optional<SupplyKind>(
      picklist('What is sold under it', SUPPLIES, {
        help:
          'What is sold under it, where it is one thing alone: it decides the category of ' +
          'supplies abroad. The type of a line’s product counts before it.',
      }),
    ),
    isDefault: preset<boolean>(
      false,
      boolean('Default', { help: 'For lines with neither a code nor a rate; one per company.' }),
    ),
    ...stamped(),
  },
});

/** A tax code as the API shows it. */
export type TaxCode = RowOf<typeof taxCodeRow>;
