import type { Ctx, FieldError } from '@quittance/kernel';
import { importedMember, type ImportedMember, type RawRow } from './read-row.js';

/** What a column writes of an invoice; the name of a customer is written of a new account alone. */
const WRITTEN_BY: Readonly<Record<ImportedMember, readonly string[]>> = {
  customer: ['accountId'],
  customerName: [],
  reference: ['externalReference'],
  issueDate: ['issueDate'],
  dueDate: ['dueDate'],
  amount: ['amount', 'lines', 'total', 'unitPrice'],
  currency: ['currency'],
  disputed: ['disputed'],
  settledOn: ['amountPaid', 'settledOn'],
};

/** What of a row its sender may not write, as what is wrong with the row. Pure. */
export function keptColumns({ permissions }: Ctx, raw: RawRow, line: number): FieldError[] {
  if (!permissions.fieldBound?.length) return [];
  const kept = permissions.fields?.('invoices');
  const isKeyHidden = permissions.fields?.('accounts')?.hidden.has('externalKey') === true;
  return Object.entries(raw).flatMap(([name, value]): FieldError[] => {
    const member = importedMember(name);
    if (!member || value === null || value === undefined || value === '') return [];
    const written = WRITTEN_BY[member];
    const fail = (code: string, message: string) => [
      { pointer: `/${line}/${name}`, code, message: `Line ${line}: ${name} ${message}` },
    ];
    const isHidden = written.some((each) => kept?.hidden.has(each));
    if (isHidden || (member === 'customer' && isKeyHidden)) {
      return fail('unknown_field', 'is no column of an import');
    }
    const isKept = written.some((each) => kept?.unwritten.has(each));
    return isKept ? fail('read_only', 'may not be written by you') : [];
  });
}
