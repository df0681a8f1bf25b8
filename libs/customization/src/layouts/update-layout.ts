import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import {
  checkSections,
  layoutView,
  sectionOf,
  type LayoutContent,
  type LayoutId,
  type LayoutView,
} from './layout.js';
import { layoutRows } from './layout.repository.js';

/** Changes a layout; sections that are not sent stay, also where they name fields that are gone. */
@Injectable()
export class UpdateLayout {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, validation_failed, precondition_failed, layout_name_taken */
  async execute(
    ctx: Ctx,
    object: string,
    id: LayoutId,
    patch: Partial<LayoutContent>,
    expectedVersion: number | null,
  ): Promise<LayoutView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await layoutRows.lock(tx, id, (each) => each.object === object);
      checkVersion(before.version, expectedVersion);
      const { sections, ...rest } = patch;
      if (!sections) return layoutView(await layoutRows.change(tx, before, rest));
      checkSections((await this.models.object(tx, object)).fields, sections);
      const change = { ...rest, sections: sections.map(sectionOf) };
      return layoutView(await layoutRows.change(tx, before, change));
    });
  }
}
