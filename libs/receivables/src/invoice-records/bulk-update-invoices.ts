import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { atSavepoint, Database, type Tx } from '@quittance/database';
import { isStorableText } from '@quittance/lists';
import {
  invalidFields,
  notFound,
  type Ctx,
  type DomainError,
  type FieldError,
  type InvoiceId,
} from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import {
  bulkTargets,
  inBulk,
  recordProblem,
  type BulkResult,
  type BulkSummary,
  type BulkTargets,
} from '@quittance/mass';
import { reachedIds } from '@quittance/nouns';
import { CompanyModels, type CompanyObject, type RecordId } from '@quittance/metadata';
import {
  refusalsIn,
  type CustomMembers,
  type RecordInput,
  customMembers,
} from '@quittance/objects';
import type { FieldValues } from '@quittance/fields';
import { invoiceNotEditable } from '../receivables.errors.js';
import { announceInvoiceChange, customChange } from '../invoices/change-invoice.js';
import { InvoiceFields } from './invoice-fields.js';
import { invoiceMembers, invoiceNoun } from '../invoices/invoice.description.js';
import { isClosed } from '../invoices/invoice.js';
import { lockInvoices, type Invoice } from '../invoices/invoice.repository.js';
import { invoiceFieldValues } from '../invoices/invoice.view.js';
import { changedFrom, markWritten } from './written-invoices.js';

/** What may change of an invoice at any time. */
const DESCRIPTIVE = invoiceNoun.changesAlways;

type Described = Partial<Pick<Invoice, (typeof DESCRIPTIVE)[number]>>;

/** By name, the most characters. All of them are texts: others would not be read here. */
const MOST: ReadonlyMap<string, number> = new Map(
  DESCRIPTIVE.map((name) => [name, invoiceMembers[name].field.settings.maxLength ?? 0]),
);

/** `PO number, notes`. */
const NAMES = DESCRIPTIVE.map((name) => inSentence(invoiceMembers[name].field.label)).join(', ');

/** A label within a sentence: an abbreviation stays. */
function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

interface BulkPatch {
  readonly described: Described;
  readonly custom: RecordInput;
}

/** Changes PO number, notes and custom fields of many invoices alike, each for itself. */
@Injectable()
export class BulkUpdateInvoices {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly fields: InvoiceFields,
  ) {}

  /**
   * Batch by batch, each in a transaction of its own; sent again it comes to the same.
   * @throws DomainError bulk_too_many, invalid_list_request, validation_failed
   */
  async execute(
    ctx: Ctx,
    input: BulkTargets & { readonly patch: RecordInput },
  ): Promise<BulkSummary> {
    const patch = readPatch(input.patch);
    const { terms } = await this.db.read(ctx, (tx) => this.models.of(tx));
    const list = await this.fields.list(ctx);
    const ids = await bulkTargets(ctx, this.db, list, terms, input);
    const records = { ids, table: 'receivables.invoice' };
    return inBulk(ctx, this.db, records, (tx, some) => this.change(tx, some, patch));
  }

  private async change(
    tx: Tx,
    ids: readonly RecordId[],
    patch: BulkPatch,
  ): Promise<readonly BulkResult[]> {
    const seen = await reachedIds(tx, invoiceNoun, ids);
    const [found, object, company] = await tx.locked(
      () => lockInvoices(tx, seen as readonly string[] as readonly InvoiceId[]),
      (behind) => this.models.object(behind, 'invoice'),
      readCompanyTerms,
    );
    const outcomes = new Map<string, DomainError | number>();
    for (const { id, version, status } of found) {
      const what = [...Object.keys(patch.described), ...Object.keys(patch.custom)].join(', ');
      outcomes.set(id, isClosed(status) ? invoiceNotEditable({ status, what }) : version);
    }
    const open = found.filter(({ status }) => !isClosed(status));
    const today = companyToday(company, tx.ctx.now);
    const { changed, refused } = await change(tx, object, open, patch, today);
    for (const [id, error] of refused) outcomes.set(id, error);
    const before = new Map(found.map(({ id, version }) => [id as string, version]));
    for (const { id, version } of changed) outcomes.set(id, version + 1);
    return ids.map((id) => resultOf(id, outcomes.get(id), before.get(id)));
  }
}

function resultOf(
  id: RecordId,
  outcome: DomainError | number = notFound({ object: 'invoice' }),
  before?: number,
): BulkResult {
  if (typeof outcome !== 'number') {
    return { id, status: 'failed', problem: recordProblem(outcome) };
  }
  return { id, status: outcome === before ? 'unchanged' : 'updated', version: outcome };
}

interface Changes {
  readonly changed: readonly Invoice[];
  readonly refused: ReadonlyMap<string, DomainError>;
}

/** Those that are refused are left out, and the others asked about again. */
async function change(
  tx: Tx,
  object: CompanyObject,
  invoices: readonly Invoice[],
  patch: BulkPatch,
  today: LocalDate,
): Promise<Changes> {
  const refused = new Map<string, DomainError>();
  const isAsked =
    Object.keys(patch.custom).length > 0 || (await customMembers.areAsked(tx, object));
  if (!isAsked) return { changed: store(tx, invoices, [], patch), refused };
  for (let rest = invoices; ;) {
    const asked = rest;
    try {
      const changed = await atSavepoint(tx, async (part) => {
        const members = await membersOf(part, object, asked, patch, today);
        await customMembers.storeOf(part, object, members);
        return store(part, asked, members, patch);
      });
      return { changed, refused };
    } catch (error) {
      const found = refusalsIn(error);
      if (!found) throw error;
      for (const [at, refusal] of found) refused.set(asked[at]?.id ?? '', refusal);
      rest = asked.filter((_, at) => !found.has(at));
    }
  }
}

function membersOf(
  tx: Tx,
  object: CompanyObject,
  invoices: readonly Invoice[],
  { described, custom }: BulkPatch,
  today: LocalDate,
): Promise<readonly CustomMembers[]> {
  const subjects = invoices.map((invoice) => ({
    id: invoice.id as string as RecordId,
    before: invoiceFieldValues(invoice, today),
    standard: invoiceFieldValues({ ...invoice, ...described }, today),
    input: custom,
  }));
  return customMembers.readOf(tx, object, subjects);
}

/** Answers those that differ from what they were. */
function store(
  tx: Tx,
  invoices: readonly Invoice[],
  members: readonly CustomMembers[],
  { described }: BulkPatch,
): readonly Invoice[] {
  const keys = Object.keys(described) as (keyof Described)[];
  const customOf = (i: number): FieldValues => members[i]?.draft.values ?? {};
  const changes = invoices.flatMap((invoice, i) => {
    const differs = keys.some((key) => described[key] !== invoice[key]);
    const custom = customOf(i);
    return differs || Object.keys(custom).length > 0 ? [{ invoice, i }] : [];
  });
  if (changes.length === 0) return [];
  const changed = changes.map(({ invoice }) => invoice);
  const changedIds = changed.map(({ id }) => id);
  tx.later(invoiceNoun.rows.storeAlike(tx, changedIds, described));
  markWritten(tx, changed.map(changedFrom));
  for (const { invoice, i } of changes) {
    const before = members[i]?.draft.before?.view;
    if (before) markWritten(tx, [{ id: invoice.id, before }]);
    const { now } = tx.ctx;
    const after = { ...invoice, ...described, version: invoice.version + 1, updatedAt: now };
    const custom = customChange(members[i] ?? null);
    const note = { event: 'record.updated', action: 'invoice.updated', custom } as const;
    announceInvoiceChange(tx, invoice, after, keys, note);
  }
  return changed;
}

/** @throws DomainError validation_failed */
function readPatch(patch: RecordInput): BulkPatch {
  const errors: FieldError[] = [];
  const described: Record<string, string | null> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(patch)) {
    const pointer = `/patch/${name}`;
    const most = MOST.get(name);
    if (name.endsWith('__c')) custom[name] = value;
    else if (most === undefined) {
      const message = `${NAMES} and custom fields are changed in bulk, nothing else`;
      errors.push({ pointer, code: 'read_only', message });
    } else if (value === null) described[name] = null;
    else if (typeof value !== 'string' || !isStorableText(value)) {
      errors.push({ pointer, code: 'type', message: 'must be text or null' });
    } else if (value.length > most) {
      errors.push({ pointer, code: 'max_length', message: `has more than ${most} characters` });
    } else described[name] = value;
  }
  if (errors.length > 0) throw invalidFields(errors);
  return { described, custom };
}
