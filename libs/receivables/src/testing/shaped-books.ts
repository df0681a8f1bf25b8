import { ConfigurationStores, SetupParts } from '@quittance/configuration';
import { addAccount, CRM_OBJECTS } from '@quittance/crm/host';
import type { Database } from '@quittance/database';
import { newId, systemClock, type AccountId, type Ctx } from '@quittance/kernel';
import { BuildFieldIndexes } from '@quittance/objects/host';
import { CompanyModels, ObjectCatalogue, RecordChecks } from '@quittance/metadata';
import { CreateField, DefinedMetadata, type NewField } from '@quittance/customization/host';
import { MetadataUsage } from '@quittance/customization';
import { CreateRule, RulesModule, type NewRule } from '@quittance/rules/host';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { CompanyCalendar } from '../company-calendar.js';
import { CreateInvoice, type InvoiceDraft } from '../invoices/create-invoice.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { invoiceObject } from '../invoice-records/invoice-object.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { refreshInvoices, writtenInvoices } from '../invoice-records/written-invoices.js';
import { type BillingRun, findRun, insertRun, ExecuteRun } from '@quittance/billing/host';
import { day } from '@quittance/billing/testing';

type Field = Partial<NewField> & Pick<NewField, 'name' | 'type'>;

/** Books of companies that define fields and rules of their own. */
export class ShapedBooks {
  readonly models: CompanyModels;
  readonly fields: InvoiceFields;
  readonly quotes: TaxQuotes;

  constructor(readonly db: Database) {
    const catalogue = new ObjectCatalogue();
    catalogue.register(...CRM_OBJECTS, invoiceObject);
    const checks = new RecordChecks();
    this.models = new CompanyModels(catalogue, new DefinedMetadata(), checks);
    const usage = new MetadataUsage();
    const [stores, parts] = [new ConfigurationStores(), new SetupParts()];
    new RulesModule(checks, stores, parts, this.models, usage);
    this.fields = new InvoiceFields(db, this.models, new CompanyCalendar(db));
    this.quotes = new TaxQuotes(db, new RateBooks());
    db.conclude(writtenInvoices, refreshInvoices(this.models));
  }

  async field(ctx: Ctx, object: string, field: Field): Promise<void> {
    const create = new CreateField(this.db, this.models);
    await create.execute(ctx, object, { label: field.name, ...field });
  }

  async rule<K extends 'duplicate' | 'validation'>(
    ctx: Ctx,
    kind: K,
    definition: NewRule<K>['definition'],
    object = 'invoice',
  ): Promise<void> {
    const create = new CreateRule(this.db, this.models);
    await create.execute(ctx, kind, { object, name: newId(), definition });
  }

  /** Lets the worker's part of definitions happen: behind it kept fields are ready. */
  async build(ctx: Ctx): Promise<void> {
    const work = new BuildFieldIndexes(this.db, this.models);
    const waiting = `select 1 from objects.field_index where state in ('emptying', 'building')`;
    // Transactions elsewhere on the server that are older than a definition are waited for.
    while ((await this.rows(ctx, waiting)).length > 0) await work.buildOnce(systemClock);
  }

  async account(ctx: Ctx, name = 'Acme'): Promise<AccountId> {
    return (await this.db.write(ctx, (tx) => addAccount(tx, { name }))).id;
  }

  invoice(ctx: Ctx, accountId: AccountId, more: Partial<InvoiceDraft> = {}): Promise<InvoiceView> {
    const create = new CreateInvoice(this.quotes, this.fields);
    return create.execute(ctx, { accountId, lines: [aLine('100')], ...more });
  }

  /** Queues a run and carries it out. */
  async run(ctx: Ctx, asOf: string, catchUp = false): Promise<BillingRun> {
    const id = newId<'billing-run'>();
    const scope = { asOf: day(asOf), catchUp, scheduleIds: null, previewToken: null };
    await this.db.write(ctx, (tx) => insertRun(tx, { id, key: `manual:${id}`, ...scope }));
    const execute = new ExecuteRun(this.db, this.quotes, this.models);
    await execute.execute(ctx.companyId, { clock: systemClock, batchSize: 1000 });
    const ended = await this.db.read(ctx, (tx) => findRun(tx, id));
    if (!ended) throw new Error('The run is gone');
    return ended;
  }

  rows<T>(ctx: Ctx, statement: string): Promise<T[]> {
    return this.db.read(ctx, (tx) => tx.rows<T>(statement));
  }
}

/** A line of one piece of work. */
export function aLine(unitPrice: string) {
  const none = { discount: null, taxCode: null, taxRate: null, periodStart: null, periodEnd: null };
  return { productId: null, description: 'Work', quantity: '1', unitPrice, ...none };
}
