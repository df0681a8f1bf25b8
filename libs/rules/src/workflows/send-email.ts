import { sql, type Tx } from '@quittance/database';
import {
  offeredNames,
  queueEmails,
  type EmailData,
  type EmailRefusal,
} from '@quittance/notifications';
import { reachedField, type RecordId } from '@quittance/metadata';
import { readRecords } from '@quittance/objects';
import { workflowEmailRefused } from '../rules.errors.js';
import type { SendEmail } from '../rules/rule.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import type { RuleOccasion } from './current-record.js';
import { countEmails } from './email-limit.js';
import { recipientsOf } from './recipients.js';
import { writtenByAction, type Written } from './run-details.js';

const USER = sql(`
  select u.name, u.email from identity.pub_user u where u.company_id = $1 and u.id = $2`);

/** What the log of a rule says where its e-mail could not be queued. */
const REASONS: Readonly<Record<EmailRefusal, (action: SendEmail) => string>> = {
  template_missing: ({ template }) => `there is no template ${template} any longer`,
  template_inactive: ({ template }) => `the template ${template} is switched off`,
  template_broken: ({ template }) => `the template ${template} cannot be shown with this record`,
  recipient_missing: ({ to }) => `there is no e-mail address in ${to}`,
};

/**
 * Queues the e-mail of a rule, in its transaction, to each of whom it goes to. What the product
 * words of it is in their language, what the rule says as it was written.
 * @throws DomainError workflow_email_refused, saying why in words
 */
export async function sendEmail(
  tx: Tx,
  action: SendEmail,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<Written> {
  const { object, record } = occasion;
  const data = await dataOf(tx, action, workflow, occasion);
  const people = await recipientsOf(tx, object, record, action);
  const nobody = { email: null, language: null };
  const emails = (people.length === 0 ? [nobody] : people).map(({ email, language }) => ({
    templateCode: action.template,
    to: email,
    language,
    data,
    object: object.name,
    recordId: record.id,
  }));
  if (people.length > 0) await countEmails(tx, people.length);
  for (const queued of await queueEmails(tx, emails)) {
    if ('refused' in queued) {
      throw workflowEmailRefused({ reason: REASONS[queued.refused](action) });
    }
  }
  const { template, message } = action;
  return writtenByAction('send_email', null, [], { template, recipients: people.length, message });
}

function titleOf({ object, record }: RuleOccasion): string {
  const title = record[object.titleField];
  return typeof title === 'string' ? title : object.label;
}

/**
 * The record under its own name and as `fields`, and what the template offers of those it points
 * at.
 */
async function dataOf(
  tx: Tx,
  { template, message }: SendEmail,
  { rule }: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<EmailData> {
  const { object, record } = occasion;
  return {
    ...(await pointedAt(tx, template, occasion)),
    [object.name]: record,
    fields: record,
    message,
    rule: { name: rule.name },
    record: {
      object: object.label,
      title: titleOf(occasion),
      path: `${object.path}/${record.id}`,
    },
  };
}

/** Records that the record points at by a lookup of the name under which a template shows one. */
async function pointedAt(
  tx: Tx,
  template: string,
  { object, record }: RuleOccasion,
): Promise<EmailData> {
  const found: Record<string, unknown> = {};
  for (const name of offeredNames(template)) {
    const there = reachedField(object, [name, 'id']);
    const id = there && record[there.lookup.name];
    if (!there || typeof id !== 'string') continue;
    if (there.ofUser) {
      const person = await tx.maybe<{ name: string; email: string }>(USER, [tx.ctx.companyId, id]);
      if (person) found[name] = person;
      continue;
    }
    const [other] = await readRecords(tx, there.target, [id as RecordId]);
    if (other) found[name] = other;
  }
  return found;
}
