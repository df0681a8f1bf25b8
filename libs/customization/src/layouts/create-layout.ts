import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import {
  checkSections,
  layoutView,
  sectionOf,
  type LayoutContent,
  type LayoutView,
} from './layout.js';
import { addLayout } from './layout.repository.js';

export type NewLayout = Omit<LayoutContent, 'isDefault'> & Partial<LayoutContent>;

/** Adds a layout to an object; of several the default one serves. */
@Injectable()
export class CreateLayout {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, validation_failed, layout_name_taken,
   *   customization_limit_reached
   */
  async execute(ctx: Ctx, object: string, input: NewLayout): Promise<LayoutView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const { fields } = await this.models.object(tx, object);
      checkSections(fields, input.sections);
      const layout = {
        id: newId<'layout'>(),
        object,
        name: input.name,
        sections: input.sections.map(sectionOf),
        isDefault: input.isDefault ?? false,
        version: 1,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await addLayout(tx, layout);
      return layoutView(layout);
    });
  }
}
