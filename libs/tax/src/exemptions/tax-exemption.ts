import { date, lookup, text } from '@quittance/fields';
import {
  describeRow,
  ids,
  optional,
  preset,
  required,
  stamped,
  versioned,
  type RowOf,
} from '@quittance/rows';
import type { AccountId, Id } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.js';

export type TaxExemptionId = Id<'tax-exemption'>;

/** A customer's certificate; without jurisdictions it holds everywhere. */
export const taxExemptionRow = describeRow({
  name: 'tax-exemption',
  label: 'Exemption',
  pluralLabel: 'Exemptions',
  path: '/tax/exemptions',
  table: 'tax.exemption',
  defaultSort: '-validFrom',
  fields: {
    ...versioned<TaxExemptionId>(),
    accountId: required<AccountId>(lookup('Account', 'account', { createOnly: true })),
    certificate: required<string>(text('Certificate', { searched: true, maxLength: 100 }), {
      example: 'ST-105 4711',
    }),
    reason: optional<string>(text('Reason', { searched: true, filterable: false, maxLength: 300 })),
    jurisdictionIds: preset<readonly TaxJurisdictionId[]>(
      [],
      ids('Jurisdictions', { maxItems: 500, help: 'Empty: exempt everywhere.' }),
    ),
    validFrom: required<LocalDate>(date('Valid from')),
    validTo: optional<LocalDate>(
      date('Valid to', { help: 'Inclusive; null while it has no end.' }),
    ),
    ...stamped(),
  },
});

/** An exemption as the API shows it. */
export type TaxExemption = RowOf<typeof taxExemptionRow>;
