import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion, type Tx } from '@quittance/database';
import { DomainError, notFound, type Ctx } from '@quittance/kernel';
import { readSettings } from '@quittance/fields';
import { CompanyModels, type CompanyModel, objectOf } from '@quittance/metadata';
import {
  customFieldView,
  isEvaluated,
  type FieldDefinition,
  type FieldView,
} from './definition.js';
import { indexOf, readField } from './definition.queries.js';
import { lockField } from './definition.repository.js';
import { standardField } from './definitions.errors.js';
import {
  deactivatedOptions,
  planField,
  plannedField,
  redefineField,
  removedOptions,
} from './field-changes.js';
import { sentSettings, type FieldPatch } from './checks/field-input.js';
import { logField } from './log-definition.js';
import { MetadataUsage, addUp, type DryRun, type UsageCount } from './checks/metadata-usage.js';
import { countOptions, countRefused } from './checks/value-usage.js';

/** A standard field is known but not changed. @throws DomainError not_found, field_is_standard */
export function refuseStandard(model: CompanyModel, object: string, name: string): void {
  const field = objectOf(model, object).fields.get(name);
  if (!field) throw notFound({ object: 'custom field' });
  if (!name.endsWith('__c')) throw standardField({ object, field: name });
}

/** Changes a custom field: everything but its name and its type. */
@Injectable()
export class UpdateField {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly usage: MetadataUsage,
  ) {}

  /**
   * @throws DomainError not_found, field_is_standard, precondition_failed, validation_failed,
   *   malformed_request, option_in_use, field_currency_fixed, field_values_not_unique,
   *   right_beyond_own
   */
  async execute(
    ctx: Ctx,
    object: string,
    name: string,
    patch: FieldPatch,
    expectedVersion: number | null,
  ): Promise<FieldView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const model = await this.models.of(tx);
      refuseStandard(model, object, name);
      const before = await lockField(tx, object, name);
      checkVersion(before.version, expectedVersion);
      const after = await redefineField(
        tx,
        model,
        before,
        await planField(tx, model, before, patch),
      );
      logField(tx, before, after);
      return customFieldView(after, await indexOf(tx, after));
    });
  }

  /**
   * What the change would reach: records with values it would refuse or options it would take away,
   * and what names those options. Changes nothing.
   * @throws DomainError not_found, field_is_standard, validation_failed, malformed_request
   */
  async dryRun(ctx: Ctx, object: string, name: string, patch: FieldPatch): Promise<DryRun> {
    return this.db.read(ctx, async (tx) => {
      const model = await this.models.of(tx);
      refuseStandard(model, object, name);
      const before = await readField(tx, object, name);
      const refusal = await this.refusal(tx, model, before, patch);
      const affected = await this.affected(tx, model, before, patch);
      return { dryRun: true, possible: refusal === null, refusal, affected };
    });
  }

  private async refusal(
    tx: Tx,
    model: CompanyModel,
    before: FieldDefinition,
    patch: FieldPatch,
  ): Promise<string | null> {
    try {
      await planField(tx, model, before, patch);
      return null;
    } catch (error) {
      if (error instanceof DomainError && error.status === 409) return error.message;
      throw error;
    }
  }

  private async affected(
    tx: Tx,
    model: CompanyModel,
    before: FieldDefinition,
    patch: FieldPatch,
  ): Promise<readonly UsageCount[]> {
    const object = objectOf(model, before.object);
    const read = readSettings(before.type, {
      ...sentSettings(before.type, before.settings),
      ...patch.settings,
    });
    // What cannot be read is refused before anybody is asked.
    const settings = read.faults ? before.settings : read.value;
    const after: FieldDefinition = { ...before, settings };
    const gone = [
      ...removedOptions(before.settings, settings),
      ...deactivatedOptions(before.settings, settings),
    ];
    const options = await countOptions(tx, object, before.name, gone);
    const chosen = [...options.values()].reduce((sum, count) => sum + count, 0);
    const named = await Promise.all(
      gone.map((option) =>
        this.usage.of(tx, { object: before.object, field: before.name, option }),
      ),
    );
    const reread = patch.settings !== undefined && gone.length === 0 && !isEvaluated(before);
    const refused = reread ? await countRefused(tx, object, plannedField(after)) : 0;
    return addUp([
      { what: 'records', count: chosen + refused, names: [...options.keys()] },
      ...named.flat(),
    ]);
  }
}
