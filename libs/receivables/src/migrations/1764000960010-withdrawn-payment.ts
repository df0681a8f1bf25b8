import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a customer takes back is no failed payment. */
export class WithdrawnPayment1764000960010 extends ForwardMigration {
  name = 'WithdrawnPayment1764000960010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.payment
      drop constraint payment_status_check,
      drop constraint payment_split_check`);
    await runner.query(`alter table receivables.payment
      add constraint payment_status_check
        check (status in ('pending','completed','failed','withdrawn','refunded')),
      add constraint payment_split_check check (case
        when status in ('pending','failed','withdrawn')
          then applied_amount = 0 and on_account_amount = 0 and refunded_amount = 0
        else applied_amount + on_account_amount = amount end)`);
  }
}
