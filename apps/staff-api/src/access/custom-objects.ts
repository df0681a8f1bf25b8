import { Injectable } from '@nestjs/common';
import { CustomResources } from '@quittance/access';
import type { CustomResource } from '@quittance/access/host';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';

/**
 * The custom objects of a company as rows of the role matrix; mostly without asking the database.
 */
@Injectable()
export class CustomObjects extends CustomResources {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {
    super();
  }

  async of(ctx: Ctx): Promise<readonly CustomResource[]> {
    const model = this.models.held(ctx) ?? (await this.db.read(ctx, (tx) => this.models.of(tx)));
    return [...model.objects.values()]
      .filter(({ custom }) => custom)
      .map(({ resource, pluralLabel }) => ({ key: resource, label: pluralLabel }))
      .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
  }
}
