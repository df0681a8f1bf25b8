import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  MOST_MONTHS,
  REVENUE_LEVELS,
  type CohortLine,
  type PlanId,
  type RevenueLevel,
  type RevenueLine,
} from '@quittance/sales/host';

const nullable = { nullable: true } as const;
const optional = { optional: true } as const;
const YES_NO = ['true', 'false'] as const;
type YesNo = (typeof YES_NO)[number];
const MONTH = { max: 7, example: '2026-04' } as const;
const share = (description: string) => ({ max: 20, ...nullable, description }) as const;

export class CohortsQuery {
  @DateField({ ...optional, description: 'A day of the first month; a year before the last.' })
  from?: LocalDate;
  @DateField({
    ...optional,
    description: `A day of the last month; at most ${MOST_MONTHS} months, and none to come.`,
  })
  to?: LocalDate;
  @EnumField(YES_NO, {
    ...optional,
    description: 'By the days from which things hold, also those that were made only later.',
  })
  restated?: YesNo;
  @IdField(optional) accountId?: AccountId;
  @IdField({ ...optional, description: 'What items of this plan bring.' }) planId?: PlanId;
}

export class RevenueQuery extends CohortsQuery {
  @EnumField(REVENUE_LEVELS, {
    ...optional,
    description: 'Whose revenue moves: that of customers, or of each of their subscriptions.',
  })
  level?: RevenueLevel;
  @EnumField(YES_NO, {
    ...optional,
    description: 'All in the company’s currency, each month at the rates of its last day.',
  })
  base?: YesNo;
}

export class RevenueLineDto implements RevenueLine {
  @TextField(MONTH) month: string;
  @CurrencyField() currency: Currency;
  @AmountField({ description: 'What the month before ended with.' }) start: string;
  @AmountField({ description: 'Of whom there was none before.' }) new: string;
  @AmountField() expansion: string;
  @AmountField({ description: 'Of whom there was some before.' }) reactivation: string;
  @AmountField() contraction: string;
  @AmountField() churn: string;
  @AmountField({ sign: 'any', description: 'What exchange rates did; 0 without `base`.' })
  fx: string;
  @AmountField({
    description:
      'start + new + expansion + reactivation − contraction − churn + fx. Of the month that is ' +
      'not over: so far.',
  })
  end: string;
  @AmountField({ description: 'Twelve times the end.' }) arr: string;
  @AmountField({
    sign: 'any',
    description:
      'What usage brings beside it: the mean of the last three closed periods, with what was ' +
      'missing to its minimum.',
  })
  usageMrr: string;
  @TextField(share('Gross retention: (start − contraction − churn) ÷ start, percent.'))
  grr: string | null;
  @TextField(share('Net retention: the same with expansion, percent.')) nrr: string | null;
  @AmountField({
    description:
      'What moved between subscriptions of one customer; less that, the movements of ' +
      'subscriptions are those of customers.',
  })
  transferred: string;
  @IntegerField({ min: 0, description: 'How many came and left within the month.' })
  withinMonth: number;
}

export class CohortLineDto implements CohortLine {
  @CurrencyField() currency: Currency;
  @TextField({ ...MONTH, description: 'The first month that ended with revenue of them.' })
  cohort: string;
  @IntegerField({ min: 0 }) monthsLater: number;
  @IntegerField({ min: 0, description: 'Of them, those of whom there is revenue.' })
  accounts: number;
  @AmountField() revenue: string;
  @TextField(share('Of the customers of the cohort, percent.')) logo: string | null;
  @TextField(share('Of its first revenue, percent.')) revenueRetention: string | null;
}
