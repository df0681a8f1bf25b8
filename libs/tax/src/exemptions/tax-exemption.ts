import { date, lookup, text } from '@quittance/fields';
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
import type { TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.js';
import { TAX_OF } from '../tax-reach.js';

export type TaxExemptionId = Id<'tax-exemption'>;

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
