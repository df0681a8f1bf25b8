import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion, type Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { type CompanyModel, CompanyModels, objectOf } from '@quittance/metadata';
import { CUSTOM_NAME } from './definition.js';
import { lockObject } from './definition.repository.js';
import { logObject } from './log-definition.js';
import { MetadataUsage, addUp, type DryRun, type UsageCount } from './checks/metadata-usage.js';
import { dropObject } from './object-changes.js';
import { countRecords, pointingAt } from './checks/value-usage.js';

/** Takes a custom object away; its records are kept out of reach, and its name stays taken. */
@Injectable()
export class DeleteObject {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly usage: MetadataUsage,
  ) {}

  /**
   * Answers what was reached.
   * @throws DomainError not_found, precondition_failed, object_referenced
   */
  async execute(ctx: Ctx, name: string, expectedVersion: number | null = null): Promise<DryRun> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const model = await this.models.of(tx);
      const before = await lockObject(tx, name);
      checkVersion(before.version, expectedVersion);
      const affected = await this.affected(tx, model, name);
      logObject(tx, before, await dropObject(tx, model, before));
      return { dryRun: false, possible: true, refusal: null, affected };
    });
  }

  /** What the deletion would reach. Changes nothing. @throws DomainError not_found */
  async dryRun(ctx: Ctx, name: string): Promise<DryRun> {
    return this.db.read(ctx, async (tx) => {
      const model = await this.models.of(tx);
      if (!model.objects.get(name)?.custom) throw notFound({ object: 'custom object' });
      const pointing = pointingAt(model, name);
      const possible = pointing.length === 0;
      const refusal = possible ? null : `Fields point at it: ${pointing.slice(0, 10).join(', ')}`;
      return { dryRun: true, possible, refusal, affected: await this.affected(tx, model, name) };
    });
  }

  private async affected(
    tx: Tx,
    model: CompanyModel,
    name: string,
  ): Promise<readonly UsageCount[]> {
    const object = objectOf(model, name);
    const [records, used] = await Promise.all([
      countRecords(tx, object),
      this.usage.of(tx, { object: name, field: null, option: null }),
    ]);
    const pointing = pointingAt(model, name);
    const fields = [...object.fields.keys()].filter((each) => CUSTOM_NAME.test(each));
    return addUp([
      { what: 'records', count: records, names: [] },
      { what: 'fields', count: fields.length, names: fields.slice(0, 10) },
      { what: 'references', count: pointing.length, names: pointing.slice(0, 10) },
      ...used,
    ]);
  }
}
