import { formatMinor, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';

export const FORECAST_GROUPS = ['period', 'owner', 'pipeline'] as const;
export type ForecastGroup = (typeof FORECAST_GROUPS)[number];

export const FORECAST_PERIODS = ['month', 'quarter', 'year'] as const;
export type ForecastPeriod = (typeof FORECAST_PERIODS)[number];

/** What is asked: deals that are expected to close, or were closed, from one day to another. */
export interface ForecastAsk {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Sums are always by currency: amounts of two cannot be added. */
  readonly groupBy: readonly ForecastGroup[];
  /** Quarters and years are those of the company's fiscal year. */
  readonly period: ForecastPeriod;
}

/** A row of the forecast as the database sums it, in minor units. */
export interface ForecastSums {
  readonly periodStart: LocalDate | null;
  readonly ownerId: string | null;
  readonly pipelineId: string | null;
  readonly pipelineName: string | null;
  readonly currency: Currency;
  readonly pipeline: bigint;
  readonly weighted: bigint;
  readonly won: bigint;
  readonly lost: bigint;
  readonly openDeals: number;
  readonly wonDeals: number;
  readonly lostDeals: number;
}

type Amount = 'pipeline' | 'weighted' | 'won' | 'lost';

/** One row as the API shows it; members that were not grouped by are null. */
export type ForecastRow = Omit<ForecastSums, Amount> & Readonly<Record<Amount, string>>;

export function forecastRow(sums: ForecastSums): ForecastRow {
  const { currency } = sums;
  return {
    ...sums,
    pipeline: formatMinor(sums.pipeline, currency),
    weighted: formatMinor(sums.weighted, currency),
    won: formatMinor(sums.won, currency),
    lost: formatMinor(sums.lost, currency),
  };
}
