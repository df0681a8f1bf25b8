import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Classes of codes tell exemptions apart, each with the article that is printed. */
export class Exemptions1764001900501 extends ForwardMigration {
  name = 'Exemptions1764001900501';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table tax.code drop constraint code_tax_class_check`);
    await runner.query(`alter table tax.code add constraint code_tax_class_check
      check (tax_class in ('exempt', 'exempt_hospital', 'exempt_medical', 'exempt_education',
        'exempt_sport', 'exempt_culture', 'exempt_insurance', 'exempt_credit',
        'exempt_payments', 'exempt_letting', 'domestic_reverse_charge', 'margin_second_hand',
        'margin_art', 'margin_antiques', 'margin_travel', 'out_of_scope'))`);
  }
}
