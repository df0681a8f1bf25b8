import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { CompanyModels, objectOf, type CompanyModel } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';
import { shownOrders, shownQuotes } from '@quittance/partner/host';
import type { PortalCtx } from '@quittance/portal';
import { seesPrices } from './partner-scope-of.js';

type Documents = ListDefinition<unknown, { readonly id: string }>;

/** The lists of a partner's documents, with the fields that the company has opened to partners. */
@Injectable()
export class BroughtLists {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** No statement where this process knows the company. */
  async of(ctx: PortalCtx): Promise<{ readonly quotes: Documents; readonly orders: Documents }> {
    const model = this.models.held(ctx) ?? (await this.db.read(ctx, (tx) => this.models.of(tx)));
    const prices = seesPrices(ctx);
    return {
      quotes: opened(model, 'quote', shownQuotes(prices) as never, prices),
      orders: opened(model, 'sales-order', shownOrders(prices) as never, prices),
    };
  }
}

function opened(model: CompanyModel, name: string, list: Documents, prices: boolean): Documents {
  const part = customMembers.openedPart(objectOf(model, name), 'partner', prices);
  return part ? customMembers.shownIn(list, part) : list;
}
