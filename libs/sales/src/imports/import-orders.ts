import { Injectable } from '@nestjs/common';
import { requireReachedGoods } from '@quittance/catalog';
import { requireReachedParties } from '@quittance/crm';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { documentFiles, type DocumentImport } from '@quittance/lines';
import type { ImportSummary } from '@quittance/mass';
import { CompanyModels, objectOf } from '@quittance/metadata';
import { documentApproval, wouldAsk } from '@quittance/rules';
import { TaxQuotes } from '@quittance/tax';
import { confirmUnasked, lockConfirmable } from '../orders/credit/confirm-in.js';
import { draftOrder, type OrderDraft } from '../orders/draft-order.js';
import { creditFlagDenied } from '../orders/order.errors.js';
import type { OrderId } from '../orders/order.description.js';
import { requireOrder } from '../orders/order.repository.js';
import { OrderBinding } from '../orders/credit/order-binding.js';
import { placeIn } from '../orders/place-order.js';
import { OrderFields } from '../orders/records/order-fields.js';
import { orderShape } from './order-file.js';

/**
 * As what an order is taken over. What has left or was invoiced elsewhere is nothing that could be
 * shown here: an order that is half done comes as what is left of it.
 */
export const IMPORTED_AS = ['draft', 'pending', 'confirmed'] as const;
type ImportedAs = (typeof IMPORTED_AS)[number];

/** By the unique index of references, and by primary key. */
const KNOWN = sql(`
  select o.id from sales.sales_order o
  where o.company_id = $1::uuid and (o.external_reference = $2::text or o.id = $3::uuid)
  order by o.external_reference = $2::text desc nulls last
  limit 1`);

/** Takes over orders of another system. */
@Injectable()
export class ImportOrders {
  constructor(
    readonly db: Database,
    readonly taxes: TaxQuotes,
    private readonly models: CompanyModels,
    private readonly fields: OrderFields,
    private readonly binding: OrderBinding,
  ) {}

  /** @throws DomainError import_file_not_readable, import_columns_invalid */
  async execute(ctx: Ctx, input: DocumentImport<OrderDraft>): Promise<ImportSummary> {
    const model = await this.db.read(ctx, (tx) => this.models.of(tx));
    const { fields } = this;
    const object = objectOf(model, 'sales-order');
    return documentFiles.import(
      ctx,
      this,
      {
        shape: orderShape(object),
        object,
        known: KNOWN,
        see: (tx, id) => requireOrder(tx, id as OrderId),
        make: async (tx, taxes, draft, { reference: externalReference, own }) => {
          const as = statusOf(own.status);
          if (as !== 'draft') refuseUnlessMay(ctx, as, draft);
          await requireReachedParties(tx, draft);
          await requireReachedGoods(tx, draft);
          const made = await draftOrder(tx, { taxes, fields }, draft, { externalReference });
          await this.bring(tx, made.id, as);
          return made;
        },
      },
      input,
    );
  }

  /**
   * Nobody asks credit about what binds already; a hard hold is above that. What a rule sends for
   * approval is taken over as a draft, or it would bind before anybody has looked at it.
   */
  private async bring(tx: Tx, id: OrderId, as: ImportedAs): Promise<void> {
    if (as === 'draft') return;
    const object = objectOf(await this.models.of(tx), 'sales-order');
    documentApproval.refuse('sales-order', await wouldAsk(tx, object, id));
    if (as === 'pending') await placeIn(tx, id);
    if (as !== 'confirmed') return;
    await confirmUnasked(tx, this.binding, await lockConfirmable(tx, this.binding.credit, id), [
      'skipCreditCheck',
    ]);
  }
}

/** @throws DomainError validation_failed */
function statusOf(said: unknown): ImportedAs {
  const known = IMPORTED_AS.find((each) => each === (said ?? 'draft'));
  if (known) return known;
  throw invalidField('/status', 'enum', `must be one of ${IMPORTED_AS.join(', ')}`);
}

/**
 * Placing takes the right to change orders. One that is to bind has been let off credit, and bills
 * nothing by itself: what recurs would be begun, and billed, once more.
 * @throws DomainError credit_flag_denied, validation_failed
 */
function refuseUnlessMay(ctx: Ctx, as: ImportedAs, { lines }: OrderDraft): void {
  if (!ctx.permissions.can('sales-orders', 'update')) {
    throw invalidField('/status', 'denied', 'takes the right to change orders');
  }
  if (as !== 'confirmed') return;
  if (!ctx.permissions.can('credit-checks', 'approve')) {
    throw creditFlagDenied({ flags: 'skipCreditCheck' });
  }
  const recurring = lines.findIndex(({ kind }) => kind === 'recurring');
  if (recurring < 0) return;
  const message = 'recurs: the order is taken over as pending, and begins with its confirmation';
  throw invalidField(`/lines/${recurring}/kind`, 'not_taken', message);
}
