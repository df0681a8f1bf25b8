import type { Tx } from '@quittance/database';
import {
  offeredNames,
  queueEmail,
  type EmailData,
  type EmailRefusal,
} from '@quittance/notifications';
import { reachedField, type RecordId } from '@quittance/metadata';
import { readRecords } from '@quittance/objects';
import { workflowEmailRefused } from '../rules.errors.js';
import type { SendEmail } from '../rules/rule.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import type { RuleOccasion } from './current-record.js';

/** What the log of a rule says where its e-mail could not be queued. */
const REASONS: Readonly<Record<EmailRefusal, (action: SendEmail) => string>> = {
  template_missing: ({ template }) => `there is no template ${template} any longer`,
  template_inactive: ({ template }) => `the template ${template} is switched off`,
  template_broken: ({ template }) => `the template ${template} cannot be shown with this record`,
  recipient_missing: ({ to }) => `there is no e-mail address in ${to}`,
};

/**
 * Queues the e-mail of a rule, in its transaction.
 * @throws DomainError workflow_email_refused, saying why in words
 */
export async function sendEmail(
  tx: Tx,
  action: SendEmail,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<void> {
  const { object, record } = occasion;
  const address = object.fields.has(action.to) ? record[action.to] : action.to;
  const queued = await queueEmail(tx, {
    templateCode: action.template,
    to: typeof address === 'string' ? address : null,
    data: await dataOf(tx, action, workflow, occasion),
    object: object.name,
    recordId: record.id,
  });
  if ('refused' in queued) {
    throw workflowEmailRefused({ reason: REASONS[queued.refused](action) });
  }
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
    if (!there || there.ofUser || typeof id !== 'string') continue;
    const [other] = await readRecords(tx, there.target, [id as RecordId]);
    if (other) found[name] = other;
  }
  return found;
}
