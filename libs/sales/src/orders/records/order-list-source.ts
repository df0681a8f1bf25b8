import type { ListSource } from '@quittance/customization';
import { objectOf, type CompanyModels } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';
import { orderList } from '../order.lists.js';

/** What views of orders are checked against: the list that is served, not that of the engine. */
export function orderListSource(models: CompanyModels): ListSource {
  return {
    async find(tx, name) {
      if (name !== 'sales-order' && name !== 'sales-orders') return undefined;
      const object = objectOf(await models.of(tx), 'sales-order');
      const { fields, columns = Object.keys(fields) } = customMembers.listed(orderList, object);
      return {
        object: object.name,
        path: 'sales-orders',
        resource: object.resource,
        fields,
        columns,
      };
    },
  };
}
