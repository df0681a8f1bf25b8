import type { Client } from 'pg';

const ANY_OF = 'any kind of record, which the row names beside it';
const ACTED = 'who acted, told as they were then, whatever becomes of them';
const PROVIDER = 'what a provider’s message names, kept before and whether or not it is found';
const ITEM = 'an item, which is known by its id in all its rows and has none of its own';
const GROUP = 'what goes together, and has no row of its own';
const EVENT = 'an event, which is forgotten in time';
const FORGOTTEN = 'what may be removed and was there, as a history has it';
const DRAFT = 'a line that somebody may take out of the draft';
const ENGINE = 'a field of the company’s own, which takes its values along when it is removed';
const RUN = 'the run that was through it last: a mark for that run alone';
const SESSION = 'a session, which is forgotten when it has ended';
const HINT = 'where somebody was last, of no weight';

/** Columns that are called as a pointer at a row and have no foreign key, and what they hold. */
export const POINTERS_WITHOUT_KEY: Readonly<Record<string, string>> = {
  'analytics.usage_day.account_id': FORGOTTEN,
  'analytics.usage_event.account_id': FORGOTTEN,
  'analytics.usage_event.object_id': ANY_OF,
  'billing.billed_item.change_id': GROUP,
  'billing.billed_item.item_id': ITEM,
  'billing.billed_usage.item_id': ITEM,
  'billing.change_line.change_id': GROUP,
  'billing.change_line.item_id': ITEM,
  'billing.interim_usage.item_id': ITEM,
  'billing.schedule.last_run_id': RUN,
  'billing.unused_line.invoice_line_id': DRAFT,
  'configuration.revision.change_id': GROUP,
  'credit.credit_check.document_id': ANY_OF,
  'crm.activity.related_id': ANY_OF,
  'crm.support_case.related_id': ANY_OF,
  'crm.task.related_id': ANY_OF,
  'customization.form_submission.record_id': ANY_OF,
  'customization.submission_key.form_id': 'The form of its submission, which is pointed at.',
  'gateway.unapplied_receipt.invoice_id': PROVIDER,
  'gateway.unapplied_receipt.payment_id': PROVIDER,
  'gateway.webhook_delivery.invoice_id': PROVIDER,
  'gateway.webhook_delivery.payment_id': PROVIDER,
  'http.idempotency_key.principal_id': ACTED,
  'objects.document.record_id': ANY_OF,
  'objects.field_index.field_id': ENGINE,
  'objects.field_value.field_id': ENGINE,
  'objects.field_value.record_id': ANY_OF,
  'objects.reference.field_id': ENGINE,
  'objects.reference.record_id': ANY_OF,
  'objects.reference.target_id': ANY_OF,
  'objects.search_word.record_id': ANY_OF,
  'objects.unique_value.field_id': ENGINE,
  'objects.unique_value.record_id': ANY_OF,
  'partner.deal_registration.portal_user_id': ACTED,
  'partner.settled_money.movement_id': ANY_OF,
  'portal.change.record_id': ANY_OF,
  'portal.credential.last_user_id': HINT,
  'portal.download.session_id': SESSION,
  'portal.follower.record_id': ANY_OF,
  'portal.limit_entry.chain_id': GROUP,
  'portal.notice.record_id': ANY_OF,
  'portal.view_as_session.staff_id': ACTED,
  'receivables.ordered_line.line_id': DRAFT,
  'rules.approval.record_id': ANY_OF,
  'rules.approval.rule_id': FORGOTTEN,
  'rules.due_approval.event_id': EVENT,
  'rules.due_approval.record_id': ANY_OF,
  'rules.duplicate_key.record_id': ANY_OF,
  'rules.timed_run.record_id': ANY_OF,
  'rules.workflow_run.event_id': EVENT,
  'rules.workflow_run.record_id': ANY_OF,
  'rules.workflow_run.rule_id': FORGOTTEN,
  'sales.quote_acceptance.staff_user_id': ACTED,
  'sales.subscription_item.item_id': ITEM,
  'webhooks.message.event_id': EVENT,
};

const POINTERS = `
  select c.oid::regclass::text || '.' || a.attname as name
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
  where a.attnum > 0 and not a.attisdropped and a.attname ~ '_id$' and a.attname <> 'company_id'
    and a.atttypid = 'uuid'::regtype
    and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema|public|citus)'
    and not exists (select from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any(f.conkey))
  order by 1`;

/** The columns that are called so and have none, in the catalogue of a migrated database. */
export async function pointersWithoutKey(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(POINTERS);
  return rows.map(({ name }) => name);
}
