import { parseLocalDate } from '@quittance/calendar';
import { statementParts, type StatementMovementKind } from './statement.js';

const on = (kind: StatementMovementKind, amount: bigint) => ({
  kind,
  amount,
  documentId: kind,
  number: kind,
  date: parseLocalDate('2026-03-02'),
  currency: 'EUR' as const,
});

it('charges what was written off and is expected again to nobody', () => {
  const [part] = statementParts(
    [],
    [on('invoice', 10_000n), on('write_off', -10_000n), on('write_off_undone', 10_000n)],
  );
  expect(part).toMatchObject({ charged: 10_000n, settled: 0n, closing: 10_000n });
});
