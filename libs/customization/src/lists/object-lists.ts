import { recordList } from '@quittance/objects';
import type { CompanyModels } from '@quittance/metadata';
import type { ListSource } from './list-catalogue.js';

/** The lists of objects, built in and custom, by API name or by where they are served. */
export function objectLists(models: CompanyModels): ListSource {
  return {
    async find(tx, name) {
      const model = await models.of(tx);
      const object =
        model.objects.get(name) ??
        [...model.objects.values()].find(({ path }) => path === `/${name}`);
      if (!object) return undefined;
      const { fields, columns = Object.keys(fields) } = recordList(model, object);
      const { name: apiName, path, resource } = object;
      return { object: apiName, path: path.slice(1), resource, fields, columns };
    },
  };
}
