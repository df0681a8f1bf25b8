import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  IntegerField,
  JsonField,
  ListField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import {
  MIGRATION_REFUSALS,
  MIGRATION_TIMES,
  MOST_MIGRATED,
  type MigratedRevenue,
  type MigrationRefusal,
  type MigrationReport,
  type MigrationResult,
  type MigrationTime,
  type PlanVersionId,
  type SubscriptionId,
} from '@quittance/sales/host';

const optional = { optional: true } as const;
const nullable = { nullable: true } as const;

export class MigratePlanDto {
  @IdField({ ...optional, ...nullable, description: 'Any other version when absent.' })
  from?: PlanVersionId | null;
  @IdField({ description: 'The version they move to.' }) to: PlanVersionId;
  @EnumField(MIGRATION_TIMES, {
    description:
      'With the first period of the next term (without one: the next period), the next period, ' +
      'or the first that begins on the day or later. A period that has begun stays as it is.',
  })
  on: MigrationTime;
  @DateField({ ...optional, description: 'With `day`; after today.' }) day?: LocalDate;
  @JsonField({ ...optional, description: 'A filter tree, as in `filter=` of subscriptions.' })
  filter?: object;
  @BooleanField({ ...optional, description: 'Only tells what it would do.' }) dryRun?: boolean;
  @BooleanField({ ...optional, description: 'What is agreed gives way to the plan.' })
  dropOverrides?: boolean;
  @BooleanField({ ...optional, description: 'Customers are told by e-mail, unless this is false.' })
  notify?: boolean;
}

export class MigratedRevenueDto implements MigratedRevenue {
  @CurrencyField() currency: Currency;
  @IntegerField({ min: 0 }) subscriptions: number;
  @AmountField({ description: 'Monthly revenue as it would be on that day.' }) before: string;
  @AmountField() after: string;
  @AmountField({ sign: 'any' }) difference: string;
}

export class MigrationResultDto implements MigrationResult {
  @IdField() subscriptionId: SubscriptionId;
  @EnumField(MIGRATION_REFUSALS, { ...nullable, description: 'Why it stays; null: it moves.' })
  code: MigrationRefusal | null;
  @CurrencyField() currency: Currency;
  @DateField(nullable) effectiveOn: LocalDate | null;
  @AmountField({ ...nullable, description: 'Monthly revenue.' }) before: string | null;
  @AmountField(nullable) after: string | null;
}

export class MigrationReportDto implements MigrationReport {
  @BooleanField() dryRun: boolean;
  @IntegerField({ min: 0 }) migrated: number;
  @IntegerField({ min: 0 }) skipped: number;
  @IntegerField({ min: 0, description: 'Customers who are told by e-mail.' }) notified: number;
  @BooleanField({ description: `At most ${MOST_MIGRATED} at once: ask again for the others.` })
  more: boolean;
  @ListField(() => MigratedRevenueDto, { maxItems: 200 }) revenue: readonly MigratedRevenueDto[];
  @ListField(() => MigrationResultDto, { maxItems: MOST_MIGRATED })
  results: readonly MigrationResultDto[];
}
