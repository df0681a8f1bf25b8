import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Which of the adjustments of a document has made a line: one makes several where its lines are
 * taxed in several ways. Before, each had made one, and they stood last.
 */
export class AdjustmentIndex1764001900200 extends ForwardMigration {
  name = 'AdjustmentIndex1764001900200';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['invoice_line', 'credit_note_line']) {
      await runner.query(`alter table receivables.${name} add column adjustment_index integer,
        add constraint ${name}_adjustment_index_check check (
          adjustment_index is null or (adjustment is not null and adjustment_index >= 0))`);
    }
    await runner.query(`update receivables.invoice_line l
      set adjustment_index = m.index
      from (select k.company_id, k.id,
          jsonb_array_length(i.adjustments) - row_number() over (
            partition by k.company_id, k.invoice_id order by k.position desc) as index
        from receivables.invoice i
        join receivables.invoice_line k on k.company_id = i.company_id and k.invoice_id = i.id
        where jsonb_typeof(i.adjustments) = 'array' and k.adjustment is not null) m
      where l.company_id = m.company_id and l.id = m.id and m.index >= 0`);
  }
}
