import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { ConfigurationStores, SetupParts } from '@quittance/configuration';
import { CompanyModels } from '@quittance/metadata';
import { ObjectsModule } from '@quittance/objects';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { MetadataUsage } from './definitions/checks/metadata-usage.js';
import { ArchiveForm } from './forms/archive-form.js';
import { CloseFormLink } from './submissions/close-form-link.js';
import { CreateForm } from './forms/create-form.js';
import { DeleteForm } from './forms/delete-form.js';
import { FindForm } from './forms/find-form.js';
import { OpenFormLink } from './submissions/open-form-link.js';
import { PublishForm } from './forms/publish-form.js';
import { RestoreForm } from './forms/restore-form.js';
import { SubmitForm } from './submissions/submit-form.js';
import { UpdateForm } from './forms/update-form.js';
import { CreateLayout } from './layouts/create-layout.js';
import { addressesPanel, relatedListsPanel } from './layouts/default-panels.js';
import { DeleteLayout } from './layouts/delete-layout.js';
import { FindLayout } from './layouts/find-layout.js';
import { LayoutPanels } from './layouts/layout-panels.js';
import { ResolveLayout } from './layouts/resolve-layout.js';
import { UpdateLayout } from './layouts/update-layout.js';
import { ListCatalogue } from './lists/list-catalogue.js';
import { shapedByMetadata } from './metadata/metadata-usage.js';
import { ownStores } from './revisions/stores.js';
import { RevertRevision } from './revisions/revert-revision.js';
import { ExportSetup } from './setup/export-setup.js';
import { formPart } from './setup/form-part.js';
import { ImportSetup } from './setup/import-setup.js';
import { layoutPart } from './setup/layout-part.js';
import { SetupRuns } from './setup/setup-runs.js';
import { listViewPart, publicViewPart, sharedViewPart } from './setup/view-parts.js';
import { objectLists } from './lists/object-lists.js';
import { CheckViews } from './views/view-health.js';
import { CreateListView } from './views/create-list-view.js';
import { CreateView } from './views/create-view.js';
import { DeleteListView } from './views/delete-list-view.js';
import { DeleteView } from './views/delete-view.js';
import { FindListView } from './views/find-list-view.js';
import { UpdateListView } from './views/update-list-view.js';
import { UpdateView } from './views/update-view.js';

const FORMS = [
  ArchiveForm,
  CloseFormLink,
  CreateForm,
  DeleteForm,
  FindForm,
  OpenFormLink,
  PublishForm,
  RestoreForm,
  SubmitForm,
  UpdateForm,
];

const OPERATIONS = [
  ...FORMS,
  CreateLayout,
  CreateListView,
  CreateView,
  DeleteLayout,
  DeleteListView,
  DeleteView,
  FindLayout,
  FindListView,
  CheckViews,
  ExportSetup,
  ImportSetup,
  ResolveLayout,
  RevertRevision,
  UpdateLayout,
  UpdateListView,
  UpdateView,
];

const REGISTERS = [LayoutPanels, ListCatalogue, SetupRuns];

/** How a company shapes its screens: views, layouts, forms, and its set-up as a whole. */
@Module({
  imports: [CompanyModule, ObjectsModule, DefinitionsModule],
  providers: [...OPERATIONS, ...REGISTERS],
  exports: [...OPERATIONS, ...REGISTERS],
})
export class CustomizationModule {
  constructor(
    panels: LayoutPanels,
    stores: ConfigurationStores,
    parts: SetupParts,
    lists: ListCatalogue,
    models: CompanyModels,
    usage: MetadataUsage,
  ) {
    usage.register(shapedByMetadata(lists));
    lists.register(objectLists(models));
    parts.register(
      layoutPart(models),
      listViewPart(lists),
      publicViewPart(lists),
      sharedViewPart(lists),
      formPart(models),
    );
    stores.register(...ownStores(models));
    panels.registerForAll(addressesPanel, relatedListsPanel);
  }
}
