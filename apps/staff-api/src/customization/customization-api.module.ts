import { Module } from '@nestjs/common';
import { CustomizationModule, ListCatalogue } from '@quittance/customization';
import { ListTable } from '@quittance/http/host';
import { FormStatesController } from './forms/form-states.controller.js';
import { FormSubmissionsController } from './forms/form-submissions.controller.js';
import { FormsController } from './forms/forms.controller.js';
import { layoutsControllers } from './layouts.controller.js';
import { listViewsControllers } from './list-views.controller.js';
import { RevisionsController } from './revisions.controller.js';
import { SetupController } from './setup.controller.js';
import { ViewHealthController } from './view-health.controller.js';
import { ViewsController } from './views.controller.js';

@Module({
  imports: [CustomizationModule],
  controllers: [
    FormsController,
    FormStatesController,
    FormSubmissionsController,
    ...layoutsControllers,
    ...listViewsControllers,
    RevisionsController,
    SetupController,
    ViewHealthController,
    ViewsController,
  ],
})
export class CustomizationApiModule {
  /** Views may be stored of every list that this host answers. */
  constructor(catalogue: ListCatalogue, table: ListTable) {
    catalogue.register({
      find: (_, object) => {
        const found = table.find(object);
        return found && { ...found, object };
      },
    });
  }
}
