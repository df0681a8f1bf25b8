import {
  FORECAST_GROUPS,
  FORECAST_PERIODS,
  type Forecast,
  type ForecastGroup,
  type ForecastPeriod,
  type ForecastRow,
} from '@quittance/crm/host';
import {
  AmountField,
  CurrencyField,
  DateField,
  EnumField,
  EnumsField,
  IdField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';

const optional = { optional: true } as const;

export class ForecastQuery {
  @DateField({ ...optional, description: 'The first of this month when absent.' })
  from?: LocalDate;

  @DateField({ ...optional, description: 'A year after `from` when absent.' })
  to?: LocalDate;

  @EnumsField(FORECAST_GROUPS, {
    ...optional,
    maxItems: FORECAST_GROUPS.length,
    description: '`period` when absent. Sums are always by currency, too.',
  })
  groupBy?: ForecastGroup[];

  @EnumField(FORECAST_PERIODS, {
    ...optional,
    description: '`month` when absent; quarters and years are those of the fiscal year.',
  })
  period?: ForecastPeriod;
}

export class ForecastRowDto implements ForecastRow {
  @DateField({ nullable: true, description: 'Null where it is not grouped by.' })
  periodStart: LocalDate | null;
  @IdField({ nullable: true }) ownerId: string | null;
  @IdField({ nullable: true }) pipelineId: string | null;
  @TextField({ max: 100, nullable: true }) pipelineName: string | null;
  @CurrencyField() currency: Currency;
  @AmountField({ description: 'Open deals that are expected to close.' }) pipeline: string;
  @AmountField({ description: 'The same, each times its probability.' }) weighted: string;
  @AmountField({ description: 'Deals won.' }) won: string;
  @AmountField({ description: 'Deals lost.' }) lost: string;
  @IntegerField({ min: 0 }) openDeals: number;
  @IntegerField({ min: 0 }) wonDeals: number;
  @IntegerField({ min: 0 }) lostDeals: number;
}

export class DealForecastDto implements Forecast {
  @DateField() from: LocalDate;
  @DateField() to: LocalDate;
  @EnumsField(FORECAST_GROUPS, { maxItems: FORECAST_GROUPS.length }) groupBy: ForecastGroup[];
  @EnumField(FORECAST_PERIODS) period: ForecastPeriod;
  @ListField(() => ForecastRowDto, { maxItems: 100_000 }) rows: readonly ForecastRow[];
}
