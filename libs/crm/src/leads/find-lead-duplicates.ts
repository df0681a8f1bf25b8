import type { Tx } from '@quittance/database';
import { objectOf, type CompanyModel, type RecordId, type RecordView } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { sight } from '@quittance/lists';
import { findDuplicateRecords } from '@quittance/rules';
import { findLeadMatches, type LeadMatch } from './lead-matches.queries.js';
import { accountOf, contactOf } from './lead-parts.js';

/**
 * What may be the same as a lead: what has the same e-mail, phone or name, and what the company's
 * own duplicate rules say of the account and the contact that the lead would become; all as far as
 * whoever asks is shown it.
 */
export async function findLeadDuplicates(
  tx: Tx,
  model: CompanyModel,
  whole: RecordView,
): Promise<readonly LeadMatch[]> {
  const leads = objectOf(model, 'lead');
  const hidden = sight.hidden(tx.ctx, leads);
  const isShown = ([name]: readonly [string, unknown]) => !hidden?.has(name);
  const lead = hidden
    ? (Object.fromEntries(Object.entries(whole).filter(isShown)) as RecordView)
    : whole;
  const [accounts, contacts] = [objectOf(model, 'account'), objectOf(model, 'contact')];
  const candidates = {
    account: { values: accountOf(lead, leads, accounts) },
    contact: { values: contactOf(lead, leads, contacts) },
    lead: { id: lead.id, values: lead as FieldValues },
  } as const;
  const found = new Map<string, LeadMatch>();
  for (const match of await findLeadMatches(tx, lead)) found.set(match.id, match);
  for (const object of ['account', 'contact', 'lead'] as const) {
    const matches = await findDuplicateRecords(tx, objectOf(model, object), [candidates[object]]);
    for (const { recordId, title, rules } of matches.flat()) {
      const known = found.get(recordId) ?? blank(object, recordId, title);
      found.set(recordId, { ...known, by: [...known.by, ...rules] });
    }
  }
  return [...found.values()];
}

function blank(object: LeadMatch['object'], id: RecordId, title: string | null): LeadMatch {
  return { object, id, name: title ?? '', email: null, accountId: null, by: [] };
}
