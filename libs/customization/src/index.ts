export {
  formArchived,
  formNameTaken,
  formNotArchived,
  formNotPublished,
  formRecordDenied,
  formUnchanged,
  formWasPublished,
  layoutNameTaken,
  limitReached,
  revisionNotRevertible,
  setupConflict,
  setupUnreadable,
  userRequired,
  viewNameTaken,
  viewNotYours,
} from './customization.errors.js';
export { ArchiveForm } from './forms/archive-form.js';
export { CloseFormLink } from './forms/close-form-link.js';
export { CreateForm, type NewForm } from './forms/create-form.js';
export { DeleteForm } from './forms/delete-form.js';
export { FindForm, type FillableForm, type LinkRequest } from './forms/find-form.js';
export {
  FORM_ACTIONS,
  FORM_FIELD_TYPES,
  FORM_STATUSES,
  MOST_FORM_FIELDS,
  MOST_FORM_RULES,
  MOST_FORM_SECTIONS,
  MOST_RULE_ACTIONS,
  formView,
  type FormAction,
  type FormCondition,
  type FormDefinition,
  type FormField,
  type FormFieldType,
  type FormId,
  type FormMapping,
  type FormRule,
  type FormSection,
  type FormStatus,
  type FormView,
  type SubmissionId,
} from './forms/form.js';
export { findForm, formList } from './forms/form.repository.js';
export { OpenFormLink, type FormLink } from './forms/open-form-link.js';
export { PublishForm } from './forms/publish-form.js';
export { RestoreForm } from './forms/restore-form.js';
export { SUBMITTED_VIA, type SubmissionView } from './forms/submission.js';
export { findSubmission, submissionList } from './forms/submission.repository.js';
export { SubmitForm, type FilledForm } from './forms/submit-form.js';
export { UpdateForm } from './forms/update-form.js';
export { CreateLayout, type NewLayout } from './layouts/create-layout.js';
export { DeleteLayout } from './layouts/delete-layout.js';
export { FindLayout } from './layouts/find-layout.js';
export { LayoutPanels, type LayoutPanel } from './layouts/layout-panels.js';
export {
  MOST_SECTIONS,
  MOST_SECTION_COLUMNS,
  MOST_SECTION_FIELDS,
  type LayoutContent,
  type LayoutId,
  type LayoutSection,
  type LayoutView,
  type SkippedField,
} from './layouts/layout.js';
export { layoutList } from './layouts/layout.repository.js';
export {
  ResolveLayout,
  type ResolvedField,
  type ResolvedLayout,
  type ResolvedPanel,
  type ResolvedSection,
} from './layouts/resolve-layout.js';
export { UpdateLayout } from './layouts/update-layout.js';
export { CustomizationModule } from './customization.module.js';
export { ListMemoryModule } from './list-memory.module.js';
export { ListCatalogue, type ListShape, type ListSource } from './lists/list-catalogue.js';
export { differences, type Difference } from './revisions/difference.js';
export { RevertRevision, type RevertedPiece } from './revisions/revert-revision.js';
export { ExportSetup } from './setup/export-setup.js';
export { ImportSetup, type SentSetup } from './setup/import-setup.js';
export {
  SETUP_FORMAT,
  SETUP_VERSION,
  type SetupDifference,
  type SetupDocument,
  type SetupPlace,
} from './setup/setup-document.js';
export { SetupRuns } from './setup/setup-runs.js';
export { CheckViews, type ViewHealth } from './views/view-health.js';
export { CreateListView } from './views/create-list-view.js';
export { CreateView } from './views/create-view.js';
export { DeleteListView } from './views/delete-list-view.js';
export { DeleteView } from './views/delete-view.js';
export { FindListView } from './views/find-list-view.js';
export { ListMemory } from './views/list-memory.js';
export type { NewListView } from './views/list-of-view.js';
export type { NewView, ViewPatch } from './views/saved-view.js';
export {
  MOST_COLUMNS,
  VISIBILITIES,
  savedViewView,
  type ListViewView,
  type RoleRef,
  type SavedViewView,
  type SharedWith,
  type ViewContent,
  type ViewId,
  type Visibility,
} from './views/stored-view.js';
export { UpdateListView } from './views/update-list-view.js';
export { UpdateView } from './views/update-view.js';
export { findVisible, listViewList, savedViewList } from './views/view.queries.js';
export { customizationEntities, customizationMigrations } from './customization.schema.js';
