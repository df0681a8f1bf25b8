import type { Tx } from '@quittance/database';
import { isUuid, notFound, type FieldError } from '@quittance/kernel';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { readStored } from '@quittance/objects';
import { listedPerson } from '../rules/relation.js';
import type { AddToCampaign } from '../rules/rule.js';
import type { RuleOccasion } from './current-record.js';
import { writtenByAction, type Written } from './run-details.js';

/** The object of campaigns. */
const CAMPAIGN = 'campaign';

/**
 * Puts the record, or whom a lookup of it leads to, on the list of a campaign, once; where the
 * lookup leads to nobody nothing is done.
 * @throws DomainError not_found
 */
export async function addToCampaign(
  tx: Tx,
  action: AddToCampaign,
  { object, record, subjects }: RuleOccasion,
): Promise<Written | null> {
  const { campaignId, person, status } = action;
  const kind = listedPerson(object, action);
  const campaigns = object.model.objects.get(CAMPAIGN);
  if (!kind || !campaigns || !subjects.campaigns) throw notFound({ object: 'campaign' });
  const recordId = person === null ? record.id : record[person];
  if (typeof recordId !== 'string') return null;
  const membership = { campaignId, object: kind, recordId, status };
  if (!(await subjects.campaigns.add(tx, membership))) return null;
  return writtenByAction('add_to_campaign', campaigns, [campaignId], {
    [`${kind}Id`]: recordId,
    status,
  });
}

/** What is wrong with an action that puts somebody on a list. */
export async function checkAddToCampaign(
  tx: Tx,
  object: CompanyObject,
  action: AddToCampaign,
  pointer: string,
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  if (!listedPerson(object, action)) {
    const message =
      action.person === null
        ? `On the list of a campaign are no ${object.pluralLabel.toLowerCase()}: name a lookup.`
        : `${action.person} is no lookup that leads to a lead or a contact.`;
    errors.push({ pointer: `${pointer}/person`, code: 'type', message });
  }
  const campaigns = object.model.objects.get(CAMPAIGN);
  const id = action.campaignId as RecordId;
  const found = campaigns && isUuid(id) && (await readStored(tx, campaigns, [id])).has(id);
  if (!found) {
    const message = 'There is no such campaign in this company.';
    errors.push({ pointer: `${pointer}/campaignId`, code: 'reference_not_found', message });
  }
  return errors;
}
