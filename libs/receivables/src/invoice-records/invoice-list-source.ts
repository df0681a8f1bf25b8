import type { ListSource } from '@quittance/customization';
import { dateAt } from '@quittance/calendar';
import { customMembers } from '@quittance/objects';
import { objectOf, type CompanyModels } from '@quittance/metadata';
import { invoiceList } from '../invoices/invoice.lists.js';

/** What views of invoices are checked against: the list that is served, not that of the engine. */
export function invoiceListSource(models: CompanyModels): ListSource {
  return {
    async find(tx, name) {
      if (name !== 'invoice' && name !== 'invoices') return undefined;
      const model = await models.of(tx);
      const object = objectOf(model, 'invoice');
      const today = dateAt(tx.ctx.now, model.terms.timeZone);
      const { fields, columns = Object.keys(fields) } = customMembers.listed(
        invoiceList(today),
        object,
      );
      return { object: object.name, path: 'invoices', resource: object.resource, fields, columns };
    },
  };
}
