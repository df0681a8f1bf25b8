import {
  CreateListView,
  DeleteListView,
  FindListView,
  UpdateListView,
  listViewList,
  viewNameTaken,
} from '@quittance/customization/host';
import { objectDefinitionControllers } from './object-definitions.controller.js';
import { CreateListViewDto, ListViewDto, UpdateListViewDto } from './view.dto.js';

/** List views: how everybody may see a list; the default one is how the list is by itself. */
export const listViewsControllers = objectDefinitionControllers({
  name: 'ListViews',
  path: 'list-views',
  one: 'list view',
  list: listViewList,
  objectColumn: 'v.object',
  dtos: { shown: ListViewDto, create: CreateListViewDto, update: UpdateListViewDto },
  nameTaken: viewNameTaken,
  operations: {
    find: FindListView,
    create: CreateListView,
    update: UpdateListView,
    delete: DeleteListView,
  },
});
