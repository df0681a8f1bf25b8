import { parseLocalDate, type LocalDate } from '@quittance/calendar';

/** A checked date as SQL text: part of a list's fixed text, which takes no parameters. */
export function dateLiteral(date: LocalDate): string {
  return `date '${parseLocalDate(date)}'`;
}
