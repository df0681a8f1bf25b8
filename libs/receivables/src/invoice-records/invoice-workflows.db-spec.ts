import { addAccount, CRM_OBJECTS } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import { CompanyModels, ObjectCatalogue, RecordChecks, type RecordId } from '@quittance/metadata';
import { CreateField, DefinedMetadata } from '@quittance/customization/host';
import {
  renderQueued,
  TemplateRenderer,
  TemplateUsage,
  type EmailId,
} from '@quittance/notifications';
import { SaveEmailTemplate } from '@quittance/notifications/host';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import {
  CreateRule,
  RunWorkflows,
  WorkflowSubjects,
  type Trigger,
  type WorkflowAction,
} from '@quittance/rules/host';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes, TaxRecorder } from '@quittance/tax';
import { Readable } from 'node:stream';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { comesToWait } from '../../../../test/support/waiting.js';
import { CompanyCalendar } from '../company-calendar.js';
import { ImportInvoices } from '../import/import-invoices.js';
import { RecordPayment } from '../payments/record-payment.js';
import { insertRun, ExecuteRun } from '@quittance/billing/host';
import { aBilledAccount, storeSchedules } from '@quittance/billing/testing';
import { CreateInvoice } from '../invoices/create-invoice.js';
import { InvoiceFields } from './invoice-fields.js';
import { invoiceObject } from './invoice-object.js';
import { InvoiceWorkflows } from './invoice-workflows.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { SendInvoice } from '../invoices/send-invoice.js';
import { NoLinks } from '../testing/no-links.js';
import { UpdateInvoice, type InvoicePatch } from '../invoices/update-invoice.js';
import { VoidInvoice } from '../invoices/void-invoice.js';

let t: TestDatabase;
let ctx: Ctx;
let models: CompanyModels;
let fields: InvoiceFields;
let accountId: AccountId;

beforeAll(async () => {
  t = await testDatabase();
});
const renderer = new TemplateRenderer();
afterAll(async () => {
  await renderer.onApplicationShutdown();
  await t?.close();
});
beforeEach(async () => {
  const catalogue = new ObjectCatalogue();
  catalogue.register(...CRM_OBJECTS, invoiceObject);
  models = new CompanyModels(catalogue, new DefinedMetadata(), new RecordChecks());
  fields = new InvoiceFields(t.db, models, new CompanyCalendar(t.db));
  ctx = await t.newCompany();
  accountId = (await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Acme' }))).id;
});

async function dispatch(): Promise<void> {
  const subjects = new WorkflowSubjects();
  subjects.register(new InvoiceWorkflows(fields));
  const consumers = new EventConsumers();
  consumers.register(new RunWorkflows(models, subjects));
  const dispatcher = new OutboxDispatcher(t.db, consumers);
  while ((await dispatcher.dispatchOnce(t.clock.now())) > 0);
}

function rule(trigger: Trigger, condition: string | null, action: WorkflowAction, field?: string) {
  const definition = { trigger, condition, actions: [action], field: field ?? null };
  return new CreateRule(t.db, models).execute(ctx, 'workflow', {
    object: 'invoice',
    name: `${trigger} ${condition}`,
    definition,
  });
}

const aNote = () =>
  new CreateField(t.db, models).execute(ctx, 'invoice', {
    name: 'note__c',
    label: 'Note',
    type: 'text',
  });

const task = (subject: string): WorkflowAction => ({
  kind: 'create_task',
  subject,
  description: null,
  dueInDays: null,
  ownerId: null,
});
const note = (formula: string): WorkflowAction => ({
  kind: 'set_field',
  field: 'note__c',
  formula,
});

const taxes = () => new TaxQuotes(t.db, new RateBooks());
const change = ({ id }: Pick<InvoiceView, 'id'>, patch: InvoicePatch) =>
  new UpdateInvoice(taxes(), fields, new NoLinks()).execute(ctx, id, patch, null);

function invoice(unitPrice: string): Promise<InvoiceView> {
  const line = { productId: null, description: 'Work', quantity: '1', unitPrice };
  const none = { discount: null, taxCode: null, taxRate: null, periodStart: null, periodEnd: null };
  const create = new CreateInvoice(taxes(), fields);
  return create.execute(ctx, { accountId, lines: [{ ...line, ...none }] });
}

const rows = <T>(statement: string) => t.db.read(ctx, (tx) => tx.rows<T>(statement));
const tasks = () =>
  rows<{ subject: string; id: string }>(
    `select subject, related_id as id from crm.task where related_object = 'invoice' order by 1, 2`,
  );
const noteOf = async ({ id }: Pick<InvoiceView, 'id'>) =>
  (
    await rows<{ note: string }>(
      `select custom ->> 'note__c' as note from receivables.invoice where id = '${id}'`,
    )
  )[0]?.note;
const runs = () =>
  rows<Record<string, unknown>>(
    `select outcome, error, event_type as "eventType" from rules.workflow_run order by ran_at, id`,
  );

describe('a workflow rule on invoices', () => {
  it('runs when one is made, where its condition holds', async () => {
    await rule('create', 'AND(total > 100, account.name = "Acme")', task('Call'));
    const large = await invoice('500');
    await invoice('50');
    await dispatch();
    expect(await tasks()).toEqual([{ subject: 'Call', id: large.id }]);
  });

  it('compares with what the change that called it changed, said by the event or not', async () => {
    await aNote();
    const sent =
      'AND(ISCHANGED(status), PRIORVALUE(status) = "draft", ISBLANK(PRIORVALUE(sentAt)))';
    await rule('update', sent, task('Sent'));
    const raised = 'AND(ISCHANGED(poNumber), PRIORVALUE(poNumber) = "1", PRIORVALUE(total) = 100)';
    await rule('update', raised, task('Raised'));
    const noted = 'AND(ISCHANGED(note__c), PRIORVALUE(note__c) = "a", PRIORVALUE(poNumber) = "2")';
    await rule('update', noted, task('Noted'));
    await rule('create', 'AND(ISNEW(), ISBLANK(PRIORVALUE(total)))', task('Made'));
    const made = await invoice('100');
    await change(made, { poNumber: '1', custom: { note__c: 'a' } });
    await change(made, { poNumber: '2' });
    await change(made, { custom: { note__c: 'b' } });
    await change(made, { poNumber: '3' });
    await new SendInvoice(t.db, new TaxRecorder(new RateBooks())).execute(ctx, made.id, {});
    await dispatch();
    expect((await tasks()).map(({ subject }) => subject)).toEqual([
      'Made',
      'Noted',
      'Raised',
      'Sent',
    ]);
  });

  it('compares with what was there before the rules that the same change calls', async () => {
    await aNote();
    await rule('update', 'ISCHANGED(poNumber)', note('"Rule"'));
    await rule('update', 'AND(ISCHANGED(poNumber), PRIORVALUE(note__c) = "Person")', task('Was'));
    const made = await invoice('100');
    await change(made, { custom: { note__c: 'Person' } });
    await change(made, { poNumber: '1' });
    await dispatch();
    expect(await noteOf(made)).toBe('Rule');
    expect((await tasks()).map(({ subject }) => subject)).toEqual(['Was']);
  });

  it('knows what a payment has changed', async () => {
    const paid = 'AND(ISCHANGED(balance), PRIORVALUE(balance) = 100, balance = 60)';
    await rule('update', paid, task('Paid'));
    const made = await invoice('100');
    await new SendInvoice(t.db, new TaxRecorder(new RateBooks())).execute(ctx, made.id, {});
    const facts = { amount: '40.00', method: 'bank_transfer', receivedOn: made.issueDate } as const;
    await new RecordPayment(t.db).execute(ctx, made.id, facts);
    await dispatch();
    expect((await tasks()).map(({ subject }) => subject)).toEqual(['Paid']);
  });

  it('sees what events do not say, such as custom fields, and sets them by name', async () => {
    await aNote();
    await rule('change', 'AND(status = "sent", subtotal > 10)', note('"Sent " & number'), 'status');
    await rule('change', null, task('Noted'), 'note__c');
    const made = await invoice('100');
    await dispatch();
    expect(await runs()).toEqual([]);
    await new SendInvoice(t.db, new TaxRecorder(new RateBooks())).execute(ctx, made.id, {});
    await dispatch();
    expect(await noteOf(made)).toBe(`Sent ${made.number}`);
    expect(await tasks()).toEqual([{ subject: 'Noted', id: made.id }]);
    expect(await runs()).toEqual([
      { outcome: 'done', error: null, eventType: 'invoice.sent' },
      { outcome: 'done', error: null, eventType: 'record.updated' },
    ]);
    const log = `select action, after from audit.entry where record_id = '${made.id}'
      and after ? 'note__c'`;
    expect(await rows(log)).toEqual([
      { action: 'invoice.updated', after: { note__c: `Sent ${made.number}` } },
    ]);
  });

  it('hears of money that is applied to one', async () => {
    await rule('change', 'balance > 0', task('Rest of it'), 'balance');
    const made = await invoice('100');
    await new SendInvoice(t.db, new TaxRecorder(new RateBooks())).execute(ctx, made.id, {});
    const facts = { amount: '40.00', method: 'bank_transfer', receivedOn: made.issueDate } as const;
    await new RecordPayment(t.db).execute(ctx, made.id, facts);
    await dispatch();
    expect(await tasks()).toEqual([{ subject: 'Rest of it', id: made.id }]);
  });

  it('sees the invoice as it is, with what persons and rules have written since', async () => {
    await aNote();
    await rule('create', null, note('BLANKVALUE(note__c, "none") & "!"'));
    await rule('create', 'AND(note__c = "Typed!", poNumber = "PO-9")', task('Typed'));
    await rule('create', 'ISBLANK(poNumber)', task('No order'));
    const made = await invoice('50');
    await change(made, { poNumber: 'PO-9', custom: { note__c: 'Typed' } });
    await dispatch();
    expect(await noteOf(made)).toBe('Typed!');
    expect(await tasks()).toEqual([{ subject: 'Typed', id: made.id }]);
  });

  it('waits for a change of the invoice that is under way', async () => {
    await aNote();
    await rule('create', null, note('BLANKVALUE(note__c, "none") & "!"'));
    const made = await invoice('50');
    let commit = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    let begin = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const person = t.db.write(ctx, async (tx) => {
      const invoices = new InvoiceWorkflows(fields);
      const object = await models.object(tx, 'invoice');
      await invoices.setFields(tx, object, made.id as string as RecordId, { note__c: 'Typed' });
      begin();
      await mayCommit;
    });
    await hasBegun;
    const dispatched = dispatch();
    const waited = await comesToWait(t, dispatched);
    commit();
    await Promise.all([person, dispatched]);
    expect([waited, await noteOf(made)]).toEqual([true, 'Typed!']);
  });

  it('does not write over what a person has written since', async () => {
    await aNote();
    await rule('create', null, note('"Made"'));
    const made = await invoice('50');
    await change(made, { custom: { note__c: 'Typed' } });
    await dispatch();
    expect(await noteOf(made)).toBe('Typed');
  });

  it('changes none that is closed, and says so in its log', async () => {
    await aNote();
    await rule('change', 'status = "void"', note('"Closed"'), 'status');
    const made = await invoice('100');
    await new SendInvoice(t.db, new TaxRecorder(new RateBooks())).execute(ctx, made.id, {});
    await new VoidInvoice(t.db).execute(ctx, made.id, { reason: 'Twice' });
    await dispatch();
    expect(await runs()).toMatchObject([{ outcome: 'failed', error: 'invoice_not_editable' }]);
    expect(await noteOf(made)).toBeNull();
  });

  it.each(['total', 'status', 'balance', 'dueDate', 'accountId', 'notes'])(
    'cannot be made to set %s',
    async (field) => {
      const action: WorkflowAction = { kind: 'set_field', field, formula: '1' };
      const refused = await rule('create', null, action).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'validation_failed',
        options: { errors: [{ pointer: '/actions/0/field', code: 'read_only' }] },
      });
    },
  );

  it('hears of each invoice of an import', async () => {
    await rule('create', 'externalReference = "A-2"', task('Imported'));
    await importRows();
    await dispatch();
    const [imported] = await rows<{ id: string }>(
      `select id from receivables.invoice where external_reference = 'A-2'`,
    );
    expect(await tasks()).toEqual([{ subject: 'Imported', id: imported?.id }]);
  });

  it('hears of each invoice of a billing run, with what the event does not say', async () => {
    await rule('create', 'NOT(ISBLANK(periodStart))', task('Billed'));
    await billOnce();
    await dispatch();
    const made = await rows<{ id: string }>('select id from receivables.invoice order by id');
    expect(made.length).toBeGreaterThan(1);
    expect((await tasks()).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  it('writes of those of a billing run, even if a template costs too much for some', async () => {
    const poison = '{% for i in (1..999999) %}{{ i }}{% endfor %}';
    const text = `{% if fields.number contains '2' %}${poison}{% endif %}{{ fields.number }}`;
    const texts = { subject: 'x', html: text, text };
    await new SaveEmailTemplate(t.db, renderer, new TemplateUsage()).execute(
      ctx,
      'RECORD_NOTICE',
      texts,
    );
    await t.db.write(ctx, (tx) =>
      tx.run(
        `insert into identity.staff_user (company_id, id, email, name, created_at, updated_at)
         values ($1, $2, 'billing@example.com', 'Billing', $3, $3)`,
        [ctx.companyId, newId(), ctx.now],
      ),
    );
    await rule('create', null, {
      kind: 'send_email',
      template: 'RECORD_NOTICE',
      to: 'billing@example.com',
      message: 'Billed',
    });
    await billOnce();
    await dispatch();
    expect((await runs()).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    const queued = await rows<{ id: EmailId }>('select id from notifications.email');
    await renderQueued(
      ctx,
      { db: t.db, renderer },
      queued.map(({ id }) => id),
    );
    const emails = `select e.status, i.number, e.text from notifications.email e
      join receivables.invoice i on i.company_id = e.company_id and i.id::text = e.record_id
      order by i.number`;
    const [first, second] = await rows<{ status: string; number: string; text: string }>(emails);
    expect(first).toEqual({ status: 'queued', number: first?.number, text: first?.number });
    expect(second).toMatchObject({ status: 'failed', text: '' });
  });
});

const ROWS = `customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed,SettledDate
C-1,A-1,1/2/2026,2/1/2026,55.94,No,
C-1,A-2,1/3/2026,2/2/2026,61.74,No,
`;

function importRows() {
  return new ImportInvoices(t.db, models).execute(ctx, {
    body: Readable.from([Buffer.from(ROWS)]),
    format: 'csv',
    asOf: '2026-02-28' as LocalDate,
  });
}

async function billOnce(): Promise<void> {
  await t.db.write(ctx, async (tx) => storeSchedules(tx, await aBilledAccount(tx), [{}, {}]));
  const id = newId<'billing-run'>();
  const asOf = parseLocalDate('2026-02-28');
  await t.db.write(ctx, (tx) =>
    insertRun(tx, {
      id,
      key: `manual:${id}`,
      catchUp: false,
      scheduleIds: null,
      previewToken: null,
      asOf,
    }),
  );
  const execute = new ExecuteRun(t.db, new TaxQuotes(t.db, new RateBooks()), models);
  await execute.execute(ctx.companyId, { clock: t.clock, batchSize: 1000 });
}
