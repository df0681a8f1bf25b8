import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The constraints that what is taken off a whole keeps otherwise: its amounts are below 0. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quote_line: {
    kind: `kind in ('one_off','recurring','section','note','adjustment')`,
    sign: `share >= 0 and unit_price >= 0
      and (kind = 'adjustment' or (quantity >= 0 and net >= 0))`,
  },
  sales_order_line: {
    kind: `kind in ('one_off','recurring','section','note','adjustment')`,
    sign: `share >= 0 and unit_price >= 0
      and (kind = 'adjustment' or (ordered >= 0 and net >= 0))`,
    cancelled: `cancelled >= 0
      and cancelled <= greatest(0, ordered - greatest(shipped, invoiced))`,
    shipped: `shipped >= 0 and (kind = 'adjustment'
      or shipped * 100 <= ordered * (100 + over_delivery_percent))`,
    invoiced: `invoiced between 0 and greatest(0, ordered)`,
    invoiced_net: `case when kind = 'adjustment' and net < 0
      then invoiced_net between net and 0 and invoiced_tax <= 0
      else invoiced_net between 0 and net and invoiced_tax >= 0 end`,
    fulfilled: `kind = 'one_off' or (shipped = 0 and invoiced = 0
      and (invoiced_net = 0 or kind = 'adjustment'))`,
  },
};

/** Allowances and charges of whole quotes and orders: what was said, and the lines that it made. */
export class SoldAdjustments1764001400600 extends ForwardMigration {
  name = 'SoldAdjustments1764001400600';

  async up(runner: QueryRunner): Promise<void> {
    for (const noun of ['quote', 'sales_order']) {
      await runner.query(`alter table sales.${noun} add column adjustments jsonb`);
    }
    for (const [name, checks] of Object.entries(OTHERWISE)) {
      const table = `sales.${name}`;
      await runner.query(`alter table ${table} add column adjustment text`);
      await runner.query(`alter table ${table} add column adjustment_percent numeric`);
      await runner.query(`alter table ${table} add column adjustment_base bigint`);
      for (const [check, holds] of Object.entries(checks)) {
        await runner.query(`alter table ${table} drop constraint ${name}_${check}_check`);
        await runner.query(`alter table ${table}
          add constraint ${name}_${check}_check check (${holds})`);
      }
      const quantity = name === 'quote_line' ? 'quantity' : 'ordered';
      await runner.query(`alter table ${table} add constraint ${name}_adjustment_check
        check (case when kind = 'adjustment'
          then product_id is null
            and (adjustment_percent is null) = (adjustment_base is null)
            and case adjustment when 'allowance' then ${quantity} = -1 and net <= 0 and tax <= 0
              when 'charge' then ${quantity} = 1 and net >= 0 and tax >= 0 else false end
          else adjustment is null and adjustment_percent is null and adjustment_base is null end)`);
    }
  }
}
