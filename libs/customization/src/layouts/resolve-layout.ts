import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { mapInTurns } from '@quittance/work';
import type { Ctx } from '@quittance/kernel';
import {
  CompanyModels,
  type CompanyObject,
  type RecordId,
  type RecordView,
  fieldsKept,
  requiredByCondition,
} from '@quittance/metadata';
import { isMember, readRecord } from '@quittance/objects';
import type { Field, FieldType, FieldValue } from '@quittance/fields';
import { displayValues, type DisplayValues } from './display-values.js';
import { LayoutPanels } from './layout-panels.js';
import {
  generatedSections,
  layoutFieldPlaces,
  servingLayout,
  type LayoutId,
  type SkippedField,
} from './layout.js';
import { layoutRows, layoutsOf } from './layout.repository.js';

/** A field on a page: what it is called, what it holds, and whether it may be changed. */
export interface ResolvedField {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly help: string | null;
  /** Of this record as it is: always, or because its condition is true of it. */
  readonly required: boolean;
  /** Nobody changes it once the record is made, or the actor may not change records. */
  readonly readOnly: boolean;
  readonly value: FieldValue;
  /** The label of the option or the title of the record that the value names; null for others. */
  readonly display: string | null;
}

export interface ResolvedSection {
  readonly title: string;
  readonly columns: number;
  readonly fields: readonly ResolvedField[];
}

export interface ResolvedPanel {
  readonly name: string;
  readonly label: string;
  readonly data: unknown;
}

/** A layout filled with a record. */
export interface ResolvedLayout {
  readonly object: string;
  readonly recordId: RecordId;
  /** The version of the record that is shown. */
  readonly version: number;
  readonly title: string;
  /** Null when the layout is generated: nobody made one. */
  readonly layoutId: LayoutId | null;
  readonly layoutName: string;
  readonly sections: readonly ResolvedSection[];
  /** What the layout names and the object no longer has. */
  readonly skippedFields: readonly SkippedField[];
  /** Purpose-built parts of the page, in every layout. */
  readonly panels: readonly ResolvedPanel[];
}

/** Fills the layout that serves an object with one record. */
@Injectable()
export class ResolveLayout {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly panels: LayoutPanels,
  ) {}

  /**
   * The default layout, else the first, else a generated one; or the one that is named.
   * @throws DomainError not_found for the record, the object or the layout
   */
  async execute(
    ctx: Ctx,
    objectName: string,
    id: RecordId,
    layoutId?: LayoutId,
  ): Promise<ResolvedLayout> {
    return this.db.read(ctx, async (tx) => {
      const object = await this.models.object(tx, objectName);
      const record = await readRecord(tx, object, id);
      const layout = layoutId
        ? await layoutRows.find(tx, layoutId, (each) => each.object === objectName)
        : servingLayout(await layoutsOf(tx, objectName));
      const { fields, titleField } = object;
      const open = fieldsKept.object(ctx.permissions, object).fields;
      const placed = layoutFieldPlaces(fields, layout?.sections ?? generatedSections(fields));
      const openTo = (all: readonly Field[]) => all.flatMap(({ name }) => open.get(name) ?? []);
      const all = openTo(placed.sections.flatMap((section) => section.fields));
      const shown = await displayValues(tx, object, all, record);
      const resolve = resolver(ctx, object, record, shown);
      const sections: ResolvedSection[] = [];
      for (const section of placed.sections) {
        sections.push({ ...section, fields: await mapInTurns(openTo(section.fields), resolve) });
      }
      return {
        object: objectName,
        recordId: record.id,
        version: record.version,
        title: open.has(titleField) ? String(record[titleField] ?? '') : '',
        layoutId: layout?.id ?? null,
        layoutName: layout?.name ?? 'Generated',
        sections,
        skippedFields: placed.skipped,
        panels: await this.resolvePanels(tx, object, record),
      };
    });
  }

  private async resolvePanels(
    tx: Tx,
    object: CompanyObject,
    record: RecordView,
  ): Promise<readonly ResolvedPanel[]> {
    const resolved: ResolvedPanel[] = [];
    for (const panel of this.panels.of(object.name)) {
      const data = await panel.resolve(tx, object, record);
      if (data !== undefined) resolved.push({ name: panel.name, label: panel.label, data });
    }
    return resolved;
  }
}

function resolver(
  { permissions, now, work }: Ctx,
  object: CompanyObject,
  record: RecordView,
  shown: DisplayValues,
): (field: Field) => ResolvedField {
  const mayChange = permissions.can(object.resource, 'update');
  const isDemanded = requiredByCondition(object, now);
  return (field) => {
    const { name, label, type, help } = field;
    const always = field.required || type === 'master_detail';
    return {
      name,
      label,
      type,
      help,
      required: always || isDemanded(field, record, work) === true,
      readOnly: !mayChange || !isMember(field, 'update'),
      value: record[name] ?? null,
      display: shown.get(name) ?? null,
    };
  };
}
