import type { CheckedInvariant, Violation } from '@quittance/database/host';

/** Printed per invariant; the count tells how many there are. */
const SHOWN = 20;

/** A line per invariant, then what violates it: company, record and what is wrong. */
export function report(checked: readonly CheckedInvariant[]): string {
  const width = Math.max(...checked.map(({ holds }) => holds.length));
  const lines = checked.flatMap(({ id, holds, count, milliseconds, violations }) => [
    `  ${id.padEnd(5)} ${holds.padEnd(width)}  ${count === 0 ? 'holds' : `${count} wrong`}`.padEnd(
      width + 20,
    ) + `${milliseconds} ms`.padStart(9),
    ...violations.slice(0, SHOWN).map((violation) => `          ${sentence(violation)}`),
    ...(count > SHOWN ? [`          … and ${count - SHOWN} more`] : []),
  ]);
  return [...lines, '', `  ${summary(checked)}`].join('\n');
}

function sentence({ companyId, object, record, wrong }: Violation): string {
  return `${companyId === null ? '' : `company ${companyId}, `}${object} ${record}: ${wrong}`;
}

function summary(checked: readonly CheckedInvariant[]): string {
  const violated = checked.filter(({ count }) => count > 0);
  if (violated.length === 0) return `All ${checked.length} invariants hold.`;
  const records = violated.reduce((sum, { count }) => sum + count, 0);
  return `Violated: ${violated.length} of ${checked.length} invariants, records: ${records}.`;
}
