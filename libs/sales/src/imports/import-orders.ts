import { Injectable } from '@nestjs/common';
import { requireReachedParties } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { ImportSummary } from '@quittance/mass';
import { CompanyModels, objectOf } from '@quittance/metadata';
import { TaxQuotes } from '@quittance/tax';
import { confirmUnasked, lockConfirmable } from '../orders/credit/confirm-in.js';
import { draftOrder, type OrderDraft } from '../orders/draft-order.js';
import { orderLineMembers } from '../orders/lines/order-line.description.js';
import { creditFlagDenied } from '../orders/order.errors.js';
import { orderNoun, type OrderId } from '../orders/order.description.js';
import { requireOrder } from '../orders/order.repository.js';
import { OrderBinding } from '../orders/credit/order-binding.js';
import { placeIn } from '../orders/place-order.js';
import { OrderFields } from '../orders/records/order-fields.js';
import { importDocuments, type DocumentImport } from './import-documents.js';
import { customOf } from './import-quotes.js';
import { ACCOUNT_KEY } from './named-records.js';

/**
 * As what an order is taken over. What has left or was invoiced elsewhere is nothing that could be
 * shown here: an order that is half done comes as what is left of it.
 */
export const IMPORTED_AS = ['draft', 'pending', 'confirmed'] as const;
type ImportedAs = (typeof IMPORTED_AS)[number];

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
    return importDocuments(
      ctx,
      this,
      {
        shape: {
          name: 'an import of orders',
          head: orderNoun,
          line: { members: orderLineMembers },
          shares: ['discount'],
          own: [ACCOUNT_KEY, 'status'],
          custom: customOf(objectOf(model, 'sales-order').fields),
        },
        table: 'sales.sales_order',
        see: (tx, id) => requireOrder(tx, id as OrderId),
        make: async (tx, taxes, draft, { reference: externalReference, own }) => {
          const as = statusOf(own.status);
          if (as !== 'draft') refuseUnlessMay(ctx, as, draft);
          await requireReachedParties(tx, draft);
          const { id } = await draftOrder(tx, { taxes, fields }, draft, { externalReference });
          await this.bring(tx, id, as);
          return { id };
        },
      },
      input,
    );
  }

  /** Nobody asks credit about what binds already; a hard hold is above that. */
  private async bring(tx: Tx, id: OrderId, as: ImportedAs): Promise<void> {
    if (as === 'pending') await placeIn(tx, id);
    if (as !== 'confirmed') return;
    await confirmUnasked(tx, this.binding, await lockConfirmable(tx, id), ['skipCreditCheck']);
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
