import { namedSql } from '@quittance/database';

/** What came back of lines for the days that a cancelled schedule no longer serves. */
export const INSERT_UNUSED_LINES = namedSql(
  `insert into billing.unused_line (company_id, schedule_id, invoice_line_id, invoice_id,
     credit_note_id, unused_from, days, of_days, asked, amount, created_at)
   select k.id, r.schedule_id, r.invoice_line_id, r.invoice_id, r.credit_note_id, r.unused_from,
     r.days, r.of_days, r.asked, r.amount, r.created_at
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    rows: {
      scheduleId: 'uuid',
      invoiceLineId: 'uuid',
      invoiceId: 'uuid',
      creditNoteId: 'uuid',
      unusedFrom: 'date',
      days: 'integer',
      ofDays: 'integer',
      asked: 'bigint',
      amount: 'bigint',
      createdAt: 'timestamptz',
    },
  },
);
