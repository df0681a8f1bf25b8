import type { LocalDate } from '@quittance/calendar';

/** What a document says of when it was supplied. */
export interface DatedSupply {
  readonly issueDate: LocalDate;
  /** When it was delivered or done. */
  readonly deliveryDate?: LocalDate | null;
  /** The last day of what it is for. */
  readonly periodEnd?: LocalDate | null;
}

/**
 * The day whose rates, registrations and certificates a document is taxed by: when it was
 * delivered, else the last day of a period that is over when it is issued, else the day of issue
 * (Directive 2006/112/EC, articles 63, 64 and 93). A period that is billed in advance is taxed as
 * of its invoice. Pure.
 */
export function taxDayOf({
  issueDate,
  deliveryDate = null,
  periodEnd = null,
}: DatedSupply): LocalDate {
  if (deliveryDate !== null) return deliveryDate;
  return periodEnd !== null && periodEnd < issueDate ? periodEnd : issueDate;
}
