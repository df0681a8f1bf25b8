import { contactObject } from '@quittance/crm/host';
import type { RecordObject } from '@quittance/metadata';
import { standardList } from '@quittance/objects/host';
import { type PortalObject, portalRecords } from '@quittance/portal';
import { contactsWithin } from '@quittance/portal/host';
import { planObject } from '@quittance/sales/host';

/** Records of which a customer is told the name, where something of theirs names them. */
function named(object: RecordObject, within: PortalObject['within']) {
  const says = Object.fromEntries([...object.fields.keys()].map((name) => [name, 'nobody']));
  return portalRecords(object, {
    list: standardList(object),
    within,
    says: { ...says, version: 'nobody', id: 'plain', name: 'plain' },
  });
}

/** What a contact's address is, and what they are of, is for staff. */
export const portalContacts = named(contactObject, contactsWithin);

/** A subscription tells its plan's name to whoever reaches it, also of one that is sold no more. */
export const portalPlans = named(planObject, () => 'true');
