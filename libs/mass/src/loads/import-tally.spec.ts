import type { RecordId } from '@quittance/metadata';
import { withoutNewIds, type ImportResult } from './import-tally.js';

const made = '01890000-0000-7000-8000-000000000001' as RecordId;
const known = '01890000-0000-7000-8000-000000000002' as RecordId;

it('names no record that a dry run has not made, but the row that would make it', () => {
  const double = (id: string) => ({
    code: 'duplicate_record',
    detail: `The record exists already: Zeta (${id}).`,
    errors: [{ pointer: '/name', code: 'duplicate', message: `Zeta at /accounts/${id}` }],
  });
  const results: readonly ImportResult[] = [
    { line: 2, status: 'created', id: made },
    { line: 3, status: 'unchanged', id: made },
    { line: 4, status: 'updated', id: known },
    { line: 5, status: 'failed', problem: double(made) },
    { line: 6, status: 'failed', problem: double(known) },
  ];
  expect(withoutNewIds(results)).toEqual([
    { line: 2, status: 'created' },
    { line: 3, status: 'unchanged' },
    { line: 4, status: 'updated', id: known },
    {
      line: 5,
      status: 'failed',
      problem: {
        code: 'duplicate_record',
        detail: 'The record exists already: Zeta (line 2).',
        errors: [{ pointer: '/name', code: 'duplicate', message: 'Zeta, line 2 of the file' }],
      },
    },
    { line: 6, status: 'failed', problem: double(known) },
  ]);
});
