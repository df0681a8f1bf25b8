import type { ListSource } from '@quittance/customization';
import { subscriptionNoun } from '../subscription.description.js';
import { subscriptionList } from '../subscription.queries.js';

/** What views of subscriptions are checked against: the list that is served. */
export const subscriptionListSource: ListSource = {
  find(_tx, name) {
    if (name !== subscriptionNoun.name && name !== 'subscriptions') return undefined;
    const { fields, columns = Object.keys(fields) } = subscriptionList;
    const [object, path] = [subscriptionNoun.name, 'subscriptions'];
    return { object, path, resource: 'subscriptions', fields, columns };
  },
};
