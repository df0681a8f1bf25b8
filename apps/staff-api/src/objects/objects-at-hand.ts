import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyModel, type CompanyObject } from '@quittance/metadata';
import type { ObjectAddress } from './record-routes.js';

/** The objects as the company of a request has them, mostly without a word to the database. */
@Injectable()
export class ObjectsAtHand {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  async model(ctx: Ctx): Promise<CompanyModel> {
    return this.models.held(ctx) ?? this.db.read(ctx, (tx) => this.models.of(tx));
  }

  /** @throws DomainError not_found, also for a built-in object under the address of custom ones */
  async find(ctx: Ctx, { name, custom }: ObjectAddress): Promise<CompanyObject> {
    const model = await this.model(ctx);
    const object = model.objects.get(name);
    if (!object || object.custom !== custom) throw notFound({ object: 'object' });
    return object;
  }
}
