import { date, lookup, picklist, text } from '@quittance/fields';
import {
  describeNoun,
  ids,
  optional,
  preset,
  required,
  stamped,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import type { AccountId, Id } from '@quittance/kernel';
import type { ExemptionKind } from '../decision/exemption-kinds.js';
import type { TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.js';
import { TAX_OF } from '../tax-reach.js';

export type TaxExemptionId = Id<'tax-exemption'>;

const KINDS: Readonly<Record<ExemptionKind, string>> = {
  other: 'Other',
  resale: 'Resale',
  diplomatic: 'Diplomatic and consular arrangements',
  union_body: 'Institution or body of the European Union',
  international_organisation: 'International organisation',
  armed_forces: 'Armed forces of the North Atlantic Treaty',
  first_nations: 'First Nations',
};

/** A customer's certificate; without jurisdictions it holds everywhere. */
export const taxExemptionNoun = describeNoun({
  name: 'tax-exemption',
  label: 'Exemption',
  pluralLabel: 'Exemptions',
  path: '/tax/exemptions',
  table: 'tax.exemption',
  alias: 't',
  defaultSort: '-validFrom',
  reach: TAX_OF.account,
  members: {
    ...versioned<TaxExemptionId>(),
    accountId: required(lookup<AccountId>('Account', 'account'), { once: true }),
    kind: preset(
      'other',
      picklist('Kind', KINDS, {
        help:
          '`other` frees of the tax of every place it names. `resale` of sales tax in the United ' +
          'States and three provinces of Canada, `first_nations` of the taxes of Canada, the ' +
          'others of value added tax of the European Union (Directive 2006/112/EC, article 151).',
      }),
    ),
    certificate: required(text('Certificate', { searched: true, maxLength: 100 }), {
      example: 'ST-105 4711',
    }),
    reason: optional(text('Reason', { searched: true, maxLength: 300 }), { listed: false }),
    jurisdictionIds: preset(
      [],
      ids<TaxJurisdictionId>('Jurisdictions', { maxItems: 500, help: 'Empty: exempt everywhere.' }),
    ),
    validFrom: required(date('Valid from')),
    validTo: optional(date('Valid to', { help: 'Inclusive; null while it has no end.' })),
    ...stamped(),
  },
});

/** An exemption as the API shows it. */
export type TaxExemption = RowOf<typeof taxExemptionNoun.members>;
