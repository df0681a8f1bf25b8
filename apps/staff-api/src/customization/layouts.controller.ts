import {
  CreateLayout,
  DeleteLayout,
  FindLayout,
  UpdateLayout,
  layoutList,
  layoutNameTaken,
} from '@quittance/customization/host';
import { CreateLayoutDto, LayoutDto, UpdateLayoutDto } from './layout.dto.js';
import { objectDefinitionControllers } from './object-definitions.controller.js';

/** Page layouts: which fields of a record stand where; the default one serves. */
export const layoutsControllers = objectDefinitionControllers({
  name: 'Layouts',
  path: 'layouts',
  one: 'layout',
  list: layoutList,
  objectColumn: 'l.object',
  dtos: { shown: LayoutDto, create: CreateLayoutDto, update: UpdateLayoutDto },
  nameTaken: layoutNameTaken,
  operations: {
    find: FindLayout,
    create: CreateLayout,
    update: UpdateLayout,
    delete: DeleteLayout,
  },
});
