import type { DistanceSalesYear } from '@quittance/company';
import { DISTANCE_SALES } from '@quittance/company/host';
import {
  AmountField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { LocalDate } from '@quittance/calendar';
import type { Currency } from '@quittance/money';
import {
  DISTANCE_SALES_DISAGREEMENTS,
  DISTANCE_SALES_STANDINGS,
  type DistanceSalesCount,
  type DistanceSalesDisagreement,
  type DistanceSalesMonth,
  type DistanceSalesStanding,
} from '@quittance/reporting/host';

const nullable = { nullable: true } as const;
const ANY = { sign: 'any', ...nullable } as const;
const DOCUMENTS = ['invoice', 'credit_note'] as const;

export class DistanceSalesQuery {
  @IntegerField({
    min: 2000,
    max: 2200,
    optional: true,
    description: 'The later of the two years; the current one unless given.',
  })
  year?: number;
}

/** Net of sales to consumers of other member states, by how they were taxed. */
class TaxedHowDto {
  @CurrencyField({ description: 'That of the limit.' }) currency: Currency;
  @AmountField({ ...ANY, description: 'Null where an exchange rate is missing, as all amounts.' })
  net: string | null;
  @AmountField({ ...ANY, description: 'At the rates of the state the company is established in.' })
  taxedAtHome: string | null;
  @AmountField({ ...ANY, description: 'Declared under a One-Stop-Shop.' })
  oneStopShop: string | null;
  @AmountField({ ...ANY, description: 'Under registrations in the member states themselves.' })
  ownRegistrations: string | null;
  @TextField({ max: 900, ...nullable, description: 'Currencies that no exchange rate leads from.' })
  unconverted: string | null;
}

/** What was sold to consumers of a member state in a month. */
export class DistanceSalesMonthDto extends TaxedHowDto implements DistanceSalesMonth {
  @TextField({ max: 7, example: '2026-03' }) month: string;
  @TextField({ max: 2, description: 'XI of goods to Northern Ireland.' }) memberState: string;
}

/** How a calendar year stands to the threshold of Directive 2006/112/EC, article 59c. */
export class DistanceSalesCountDto extends TaxedHowDto implements DistanceSalesCount {
  @IntegerField({ min: 1990, max: 2200 }) year: number;
  @TextField({ max: 2, description: 'The member state the company is established in.' })
  establishedIn: string;
  @AmountField({
    description: '10,000 euros, or what the law of a state outside the euro has made of it.',
  })
  limit: string;
  @AmountField({ ...nullable, description: 'Of the limit; null to whoever reaches some accounts.' })
  left: string | null;
  @EnumField(DISTANCE_SALES_STANDINGS, {
    ...nullable,
    description:
      'near from 80 % of the limit on; exceeded where this year or the one before it went beyond ' +
      'it, and stays so whatever is credited later. Null to whoever reaches some accounts, and ' +
      'where an exchange rate is missing.',
  })
  standing: DistanceSalesStanding | null;
  @IntegerField({ min: 1990, max: 2200, ...nullable, description: 'Which of the two went beyond.' })
  exceededIn: number | null;
  @DateField({ ...nullable, description: 'On which this year went beyond the limit.' })
  crossedOn: LocalDate | null;
  @EnumField(DOCUMENTS, { ...nullable, description: 'The kind of the document that crossed it.' })
  crossedBy: 'invoice' | 'credit_note' | null;
  @IdField(nullable) crossedById: string | null;
  @TextField({ max: 80, ...nullable }) crossedByNumber: string | null;
  @EnumField(DISTANCE_SALES, {
    ...nullable,
    description: 'What the company says of the year; null, which counts as below, where nothing.',
  })
  setting: DistanceSalesYear['status'] | null;
  @EnumField(DISTANCE_SALES_DISAGREEMENTS, {
    ...nullable,
    description:
      'counted_exceeded where the company says below or nothing, counted_below where it says ' +
      'exceeded and its documents do not come to it.',
  })
  disagreement: DistanceSalesDisagreement | null;
}
