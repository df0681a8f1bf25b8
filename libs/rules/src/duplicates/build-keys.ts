import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { addSeconds, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { atWork, quarantineSeconds } from '@quittance/watchdog';
import { findRule } from '../rules/rule.repository.js';
import type { RuleId } from '../rules/rule.js';
import {
  BUILDING_COMPANIES,
  BUILDING_RULES,
  BUILD_POINT,
  MOVE_BUILD_POINT,
} from './duplicate-keys.sql.js';
import { gatherKeys } from './gather-keys.js';

/** Longer than any request that began before the rule was there. */
const SETTLED_SECONDS = 60;

/**
 * Gathers the keys of records that were there before a duplicate rule, a batch in a transaction.
 */
@Injectable()
export class BuildDuplicateKeys {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** One batch for each rule of each company; answers how many batches there were. */
  async buildOnce(now: Instant): Promise<number> {
    const companies = await this.db.door<{ companyId: CompanyId }>(BUILDING_COMPANIES);
    let batches = 0;
    for (const { companyId } of companies) {
      const ctx = systemCtx(companyId, now, 'duplicate-keys');
      if (quarantineSeconds(ctx) > 0) continue;
      const settled = addSeconds(now, -SETTLED_SECONDS);
      const rules = await this.db.read(ctx, (tx) =>
        tx.rows<{ id: RuleId }>(BUILDING_RULES, [companyId, settled]),
      );
      for (const { id } of rules) {
        if (await atWork(ctx, () => this.buildNext(ctx, id))) batches += 1;
      }
    }
    return batches;
  }

  private buildNext(ctx: Ctx, id: RuleId): Promise<boolean> {
    return this.db.write(ctx, async (tx) => {
      const point = await tx.maybe<{ after: RecordId | null }>(BUILD_POINT, [ctx.companyId, id]);
      if (!point) return false;
      const rule = await findRule(tx, 'duplicate', id);
      const object = (await this.models.of(tx)).objects.get(rule.object);
      // Of an object that is gone there is nothing to gather.
      const after = object && rule.active ? await gatherKeys(tx, object, rule, point.after) : null;
      const state = after === null ? 'ready' : 'building';
      await tx.run(MOVE_BUILD_POINT, [ctx.companyId, id, after, state]);
      return true;
    });
  }
}
