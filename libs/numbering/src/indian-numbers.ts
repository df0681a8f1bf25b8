import type { Company } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { DocumentType } from './document-type.js';
import { renderNumber, type NumberingRules, type Reset, type RuleFault } from './number-format.js';

/** The documents whose numbers the law shapes. */
export const UNDER_GSTIN: readonly DocumentType[] = ['invoice', 'credit-note'];

const MOST_CHARACTERS = 16;
const ALLOWED = /^[A-Za-z0-9/-]*$/;
const ALLOWED_FIRST = /^[A-Za-z1-9]/;

/** A sequence is taken to run to so many documents in its period, whatever it is padded to. */
const MOST_DOCUMENTS: Readonly<Record<Reset, bigint>> = {
  never: 999_999n,
  yearly: 999_999n,
  monthly: 9_999n,
  daily: 999n,
};

/** India’s fiscal year begins in April: both of its years are the longest that a format says. */
const FISCAL_YEAR_START = 4;

/** The month and the day of one begin with a zero, those of the other do not. */
const DATES = ['2026-01-01', '2026-12-31'] as LocalDate[];

/** Whether the company issues its documents under India's goods and services tax. */
export function isUnderGstin({ taxRegistrations }: Pick<Company, 'taxRegistrations'>): boolean {
  return taxRegistrations.some(({ country }) => country === 'IN');
}

/**
 * Why the law would refuse numbers of this format: rule 46(b) of the CGST Rules allows 16 letters,
 * digits, dashes and slashes, and the invoice portal no 0, dash or slash in front.
 */
export function indianFaults({ format, start, increment, reset }: NumberingRules): RuleFault[] {
  const last = start + increment * (MOST_DOCUMENTS[reset] - 1n);
  const numbers = DATES.flatMap((date) =>
    [start, last].map((seq) => renderNumber(format, seq, date, FISCAL_YEAR_START)),
  );
  const longest = numbers.reduce((one, other) => (other.length > one.length ? other : one));
  const leading = numbers.find((number) => !ALLOWED_FIRST.test(number));
  const faults: string[] = [];
  if ([...longest].length > MOST_CHARACTERS) {
    faults.push(
      `gives up to ${[...longest].length} characters (${longest}); under a GSTIN invoices have ` +
        `at most ${MOST_CHARACTERS}`,
    );
  }
  if (numbers.some((number) => !ALLOWED.test(number))) {
    faults.push('under a GSTIN invoice numbers have letters, digits, dashes and slashes only');
  } else if (leading !== undefined) {
    faults.push(`gives ${leading}; under a GSTIN no invoice number begins with 0, - or /`);
  }
  return faults.map((message) => ({ member: 'format', message }));
}
