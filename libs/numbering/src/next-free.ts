import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { DocumentType } from './document-type.js';
import { renderNumber, type NumberingRules } from './number-format.js';
import { takenNumbers } from './numbered-documents.js';

/** A sequence value and the number it gives. */
export interface Candidate {
  readonly seq: bigint;
  readonly number: string;
}

export interface FreeNumbers {
  readonly free: readonly Candidate[];
  /** Those before and between them that a document bears already. */
  readonly passedOver: readonly Candidate[];
}

const FIRST_LOOK = 16;
const LONGEST_LOOK = 4096;

/**
 * The next numbers from a sequence value on that no document bears. Looks further with each
 * statement, so that a new format over many old numbers costs few of them.
 */
export async function nextFree(
  tx: Tx,
  type: DocumentType,
  rules: NumberingRules,
  date: LocalDate,
  from: bigint,
  count: number,
): Promise<FreeNumbers> {
  const free: Candidate[] = [];
  const passedOver: Candidate[] = [];
  let seq = from;
  for (let look = Math.max(count, FIRST_LOOK); free.length < count; look = longer(look)) {
    const candidates = Array.from({ length: look }, (_, i) => {
      const value = seq + BigInt(i) * rules.increment;
      return { seq: value, number: renderNumber(rules.format, value, date, rules.fiscalYearStart) };
    });
    const taken = await takenNumbers(
      tx,
      type,
      candidates.map(({ number }) => number),
    );
    for (const candidate of candidates) {
      if (free.length === count) break;
      (taken.has(candidate.number) ? passedOver : free).push(candidate);
    }
    seq += BigInt(look) * rules.increment;
  }
  return { free, passedOver };
}

function longer(look: number): number {
  return Math.min(look * 4, LONGEST_LOOK);
}
