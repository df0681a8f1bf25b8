import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { isStorableText } from '@quittance/lists';
import { invalidFields, type Ctx, type FieldError, type InvoiceId } from '@quittance/kernel';
import {
  bulkDocuments,
  type BulkKind,
  type BulkSummary,
  type BulkTargets,
  type DocumentPatch,
} from '@quittance/mass';
import { CompanyModels } from '@quittance/metadata';
import type { RecordInput } from '@quittance/objects';
import { reachedIds } from '@quittance/nouns';
import { documentApproval } from '@quittance/rules';
import { invoiceNotEditable } from '../receivables.errors.js';
import { announceInvoiceChange, customChange } from '../invoices/change-invoice.js';
import { InvoiceFields } from './invoice-fields.js';
import { invoiceMembers, invoiceNoun } from '../invoices/invoice.description.js';
import { isClosed } from '../invoices/invoice.js';
import { lockInvoices, type Invoice } from '../invoices/invoice.repository.js';
import { invoiceFieldValues } from '../invoices/invoice.view.js';
import { changedFrom, markWritten } from './written-invoices.js';

type Always = Pick<Invoice, (typeof invoiceNoun.changesAlways)[number]>;

/** Of what may change of an invoice at any time, what holds any text. */
type Described = {
  readonly [Name in keyof Always as string extends Always[Name] ? Name : never]?: Always[Name];
};

const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea']);

/**
 * What may change of an invoice at any time, and is a text. What else may, such as where it was
 * delivered, prices it again or is refused by what it is: that is asked of one invoice at a time.
 */
const DESCRIPTIVE = invoiceNoun.changesAlways.filter((name) =>
  TEXTS.has(invoiceMembers[name].field.type),
);

/** By name, the most characters. */
const MOST: ReadonlyMap<string, number> = new Map(
  DESCRIPTIVE.map((name) => [name, invoiceMembers[name].field.settings.maxLength ?? 0]),
);

/** `PO number, notes`. */
const NAMES = DESCRIPTIVE.map((name) => inSentence(invoiceMembers[name].field.label)).join(', ');

/** A label within a sentence: an abbreviation stays. */
function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

const KIND: BulkKind<Invoice, Described> = {
  object: 'invoice',
  table: 'receivables.invoice',
  reached: (tx, ids) => reachedIds(tx, invoiceNoun, ids),
  lock: (tx, ids) => lockInvoices(tx, ids as readonly string[] as readonly InvoiceId[]),
  awaiting: (tx, ids) => documentApproval.refusalsAmong(tx, 'invoice', ids),
  refusal({ status }, { described, custom }) {
    if (!isClosed(status)) return null;
    const what = [...Object.keys(described), ...Object.keys(custom)].join(', ');
    return invoiceNotEditable({ status, what });
  },
  fieldValues: invoiceFieldValues,
  store(tx, changed, described) {
    const { now } = tx.ctx;
    const keys = Object.keys(described) as (keyof Described)[];
    const ids = changed.map(({ before }) => before.id);
    tx.later(invoiceNoun.rows.storeAlike(tx, ids, described));
    markWritten(
      tx,
      changed.map(({ before }) => changedFrom(before)),
    );
    for (const { before: invoice, custom: members } of changed) {
      const before = members?.draft.before?.view;
      if (before) markWritten(tx, [{ id: invoice.id, before }]);
      const after = { ...invoice, ...described, version: invoice.version + 1, updatedAt: now };
      const custom = customChange(members);
      const note = { event: 'record.updated', action: 'invoice.updated', custom } as const;
      announceInvoiceChange(tx, invoice, after, keys, note);
    }
  },
};

/** Changes PO number, notes and custom fields of many invoices alike, each for itself. */
@Injectable()
export class BulkUpdateInvoices {
  constructor(
    readonly db: Database,
    readonly models: CompanyModels,
    private readonly fields: InvoiceFields,
  ) {}

  /** @throws DomainError bulk_too_many, invalid_list_request, validation_failed */
  async execute(
    ctx: Ctx,
    { patch: sent, ...targets }: BulkTargets & { readonly patch: RecordInput },
  ): Promise<BulkSummary> {
    const patch = readPatch(sent);
    const list = { ...(await this.fields.list(ctx)), resource: 'invoices' };
    return bulkDocuments(ctx, this, KIND, { targets, list, patch });
  }
}

/** @throws DomainError validation_failed */
function readPatch(patch: RecordInput): DocumentPatch<Described> {
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
    } else if (value === '') {
      errors.push({ pointer, code: 'min_length', message: 'has fewer than 1 characters' });
    } else if (value.length > most) {
      errors.push({ pointer, code: 'max_length', message: `has more than ${most} characters` });
    } else described[name] = value;
  }
  if (errors.length > 0) throw invalidFields(errors);
  return { described, custom };
}
