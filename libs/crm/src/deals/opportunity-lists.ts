import type { ListSource } from '@quittance/customization';
import { objectOf, type CompanyModels } from '@quittance/metadata';
import { recordList } from '@quittance/objects';
import { opportunitiesOf } from './opportunities.js';

const NAME = 'opportunities';

/** Views of opportunities: of deals with the company's fields, under another row of the matrix. */
export function opportunityLists(models: CompanyModels): ListSource {
  return {
    alsoShown: { deal: NAME },
    async find(tx, name) {
      if (name !== NAME) return undefined;
      const model = await models.of(tx);
      const deals = opportunitiesOf(objectOf(model, 'deal'));
      const { fields, columns = Object.keys(fields) } = recordList(model, deals);
      return { object: NAME, path: NAME, resource: deals.resource, fields, columns };
    },
  };
}
