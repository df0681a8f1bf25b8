import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyModel, objectOf } from '@quittance/metadata';
import { isEvaluated, type FieldDefinition } from './definition.js';
import { readField } from './definition.queries.js';
import { lockField } from './definition.repository.js';
import { dropField } from './field-changes.js';
import { logField } from './log-definition.js';
import { MetadataUsage, addUp, type DryRun, type UsageCount } from './checks/metadata-usage.js';
import { refuseStandard } from './update-field.js';
import { requireShownField } from './checks/require-sight.js';
import { countValues, dependents } from './checks/value-usage.js';

/**
 * Takes a custom field away. Its values and its definition are kept, and its name stays taken,
 * until the change is taken back. Formulas that name it are empty from then on.
 */
@Injectable()
export class DeleteField {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly usage: MetadataUsage,
  ) {}

  /**
   * Answers what was reached.
   * @throws DomainError not_found, field_is_standard, precondition_failed, right_beyond_own
   */
  async execute(
    ctx: Ctx,
    object: string,
    name: string,
    expectedVersion: number | null = null,
  ): Promise<DryRun> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const model = await this.models.of(tx);
      refuseStandard(model, object, name);
      const before = await lockField(tx, object, name);
      checkVersion(before.version, expectedVersion);
      const affected = await this.affected(tx, model, before);
      logField(tx, before, await dropField(tx, model, before));
      return { dryRun: false, possible: true, refusal: null, affected };
    });
  }

  /**
   * What the deletion would reach. Changes nothing. @throws DomainError not_found,
   * field_is_standard
   */
  async dryRun(ctx: Ctx, object: string, name: string): Promise<DryRun> {
    return this.db.read(ctx, async (tx) => {
      const model = await this.models.of(tx);
      refuseStandard(model, object, name);
      const affected = await this.affected(tx, model, await readField(tx, object, name));
      return { dryRun: true, possible: true, refusal: null, affected };
    });
  }

  private async affected(
    tx: Tx,
    model: CompanyModel,
    field: FieldDefinition,
  ): Promise<readonly UsageCount[]> {
    const { object, name } = field;
    requireShownField(tx.ctx.permissions, objectOf(model, object), name);
    const [records, used] = await Promise.all([
      isEvaluated(field) ? 0 : countValues(tx, objectOf(model, object), name),
      this.usage.of(tx, { object, field: name, option: null }),
    ]);
    return addUp([
      { what: 'records', count: records, names: [] },
      ...dependents(model, object, name),
      ...used,
    ]);
  }
}
