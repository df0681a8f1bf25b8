import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import {
  type RecordId,
  type RecordObject,
  type RecordView,
  CompanyModels,
} from '@quittance/metadata';
import type { Field, FieldSettings, FieldValue } from '@quittance/fields';
import {
  createRecords,
  readRecord,
  type RecordInput,
  type RecordOptions,
  isMember,
} from '@quittance/objects';
import { among, withActiveMasters } from './active-masters.js';

export interface RecordCopy {
  /** API name of the object. */
  readonly object: string;
  readonly id: RecordId;
  /** What the copy has instead. */
  readonly changes: RecordInput;
  readonly onWarning?: RecordOptions['onWarning'];
}

/** Makes a record like another. */
@Injectable()
export class CloneRecord {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, malformed_request, validation_failed, and those of hooks */
  execute(ctx: Ctx, { object: name, id, changes, onWarning }: RecordCopy): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const object = await this.models.object(tx, name);
      const source = await readRecord(tx, object, id);
      const instead = await object.hooks.beforeClone?.(tx, source);
      const copied = await withActiveMasters(tx, object, copiedValues(object, source));
      const own = { ...copied, ...instead };
      const input = { ...own, ...changes };
      const action = `${object.name}.cloned`;
      const options = { action, standing: copied, sent: changes };
      const [copy] = (await createRecords(tx, object, [input], {
        ...options,
        ...(onWarning && { onWarning }),
      })) as [RecordView];
      await object.hooks.afterClone?.(tx, source, copy);
      return copy;
    });
  }
}

/**
 * What a copy takes over: what a caller might send, and is not the original's alone. Options that
 * were switched off cannot be chosen again.
 */
export function copiedValues(
  object: RecordObject,
  source: RecordView,
): Readonly<Record<string, FieldValue>> {
  const copied = [...object.fields.values()].flatMap((field): [string, FieldValue][] => {
    const value = source[field.name] ?? null;
    if (value === null || !isCopied(field)) return [];
    const { options } = field.settings;
    const kept = options ? among(value, offeredBy(options)) : value;
    return kept === null ? [] : [[field.name, kept]];
  });
  return Object.fromEntries(copied);
}

function isCopied(field: Field): boolean {
  const { name, type, unique } = field;
  return isMember(field, 'create') && !unique && type !== 'file' && name !== 'ownerId';
}

function offeredBy(options: NonNullable<FieldSettings['options']>): ReadonlySet<FieldValue> {
  return new Set(options.filter(({ active }) => active).map(({ code }) => code));
}
