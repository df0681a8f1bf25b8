import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Minor units of a part that was given back: between nothing and all of it, whatever its sign. */
const within = (amount: string) =>
  `back_${amount} between least(0, ${amount}) and greatest(0, ${amount})`;

/** The constraints of a part that is an allowance or a charge of its order: an amount alone. */
const CHECKS: Readonly<Record<string, string>> = {
  part: `quantity >= 0 and share between 0 and 100 and (quantity = 0 or share = 0)`,
  amount: `(net >= 0 and tax >= 0)
    or (quantity = 0 and share = 0 and net <= 0 and tax <= 0)`,
  back: `back_quantity between 0 and quantity and back_share between 0 and share
    and ${within('net')} and ${within('tax')}`,
};

/** Parts of orders are also what goes with an invoice of its allowances and charges. */
export class OrderedAdjustments1764001400601 extends ForwardMigration {
  name = 'OrderedAdjustments1764001400601';

  async up(runner: QueryRunner): Promise<void> {
    const table = 'receivables.ordered_line';
    for (const [name, holds] of Object.entries(CHECKS)) {
      await runner.query(`alter table ${table} drop constraint ordered_line_${name}_check`);
      await runner.query(`alter table ${table}
        add constraint ordered_line_${name}_check check (${holds})`);
    }
  }
}
