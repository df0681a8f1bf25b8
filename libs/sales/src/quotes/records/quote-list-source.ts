import type { ListSource } from '@quittance/customization';
import { objectOf, type CompanyModels } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';
import { quoteList } from '../quote.lists.js';

/** What views of quotes are checked against: the list that is served, not that of the engine. */
export function quoteListSource(models: CompanyModels): ListSource {
  return {
    async find(tx, name) {
      if (name !== 'quote' && name !== 'quotes') return undefined;
      const object = objectOf(await models.of(tx), 'quote');
      const { fields, columns = Object.keys(fields) } = customMembers.listed(quoteList, object);
      return { object: object.name, path: 'quotes', resource: object.resource, fields, columns };
    },
  };
}
