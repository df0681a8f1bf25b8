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
export { customizationEntities, customizationMigrations } from './customization.schema.js';
export { CreateField } from './definitions/create-field.js';
export { CreateObject } from './definitions/create-object.js';
export { DefinedMetadata } from './definitions/defined-metadata.js';
export { Definitions } from './definitions/definition.queries.js';
export type { FieldView, IndexProgress, ObjectView } from './definitions/definition.js';
export {
  fieldCurrencyFixed,
  fieldLimitReached,
  fieldNameTaken,
  fieldNotUnique,
  objectLimitReached,
  objectNameTaken,
  objectNotCustomizable,
  objectReferenced,
  optionInUse,
  standardField,
} from './definitions/definitions.errors.js';
export { DeleteField } from './definitions/delete-field.js';
export { DeleteObject } from './definitions/delete-object.js';
export type { FieldPatch, NewField } from './definitions/checks/field-input.js';
export type { DryRun, UsageCount } from './definitions/checks/metadata-usage.js';
export type { NewObject, ObjectPatch } from './definitions/object-changes.js';
export { ReorderFields } from './definitions/reorder-fields.js';
export { UpdateField } from './definitions/update-field.js';
export { UpdateObject } from './definitions/update-object.js';
export { ArchiveForm } from './forms/archive-form.js';
export { CloseFormLink } from './submissions/close-form-link.js';
export { CreateForm } from './forms/create-form.js';
export { DeleteForm } from './forms/delete-form.js';
export { type FillableForm, FindForm } from './forms/find-form.js';
export { findForm, formList } from './forms/form.repository.js';
export {
  FORM_ACTIONS,
  FORM_FIELD_TYPES,
  FORM_STATUSES,
  type FormAction,
  type FormCondition,
  type FormField,
  type FormFieldType,
  type FormId,
  type FormMapping,
  type FormRule,
  type FormSection,
  type FormStatus,
  MOST_FORM_FIELDS,
  MOST_FORM_RULES,
  MOST_FORM_SECTIONS,
  MOST_RULE_ACTIONS,
  type SubmissionId,
} from './forms/form.js';
export { type FormView, formView } from './forms/form.view.js';
export { type FormLink, OpenFormLink } from './submissions/open-form-link.js';
export { PublishForm } from './forms/publish-form.js';
export { RestoreForm } from './forms/restore-form.js';
export { findSubmission, submissionList } from './submissions/submission.repository.js';
export { submissionNoun, type SubmissionView } from './submissions/submission.js';
export { shownSubmissions } from './submissions/shown-submissions.js';
export { SubmitForm } from './submissions/submit-form.js';
export { UpdateForm } from './forms/update-form.js';
export { CreateLayout, type NewLayout } from './layouts/create-layout.js';
export { DeleteLayout } from './layouts/delete-layout.js';
export { FindLayout } from './layouts/find-layout.js';
export { layoutList } from './layouts/layout.repository.js';
export {
  type LayoutContent,
  type LayoutId,
  type LayoutSection,
  type LayoutView,
  MOST_SECTION_COLUMNS,
  MOST_SECTION_FIELDS,
  MOST_SECTIONS,
} from './layouts/layout.js';
export { type ResolvedLayout, ResolveLayout } from './layouts/resolve-layout.js';
export { UpdateLayout } from './layouts/update-layout.js';
export { type Difference, differences } from './revisions/difference.js';
export { type RevertedPiece, RevertRevision } from './revisions/revert-revision.js';
export { ExportSetup } from './setup/export-setup.js';
export { ImportSetup, type SentSetup } from './setup/import-setup.js';
export type { SetupDifference, SetupDocument } from './setup/setup-document.js';
export { CreateListView } from './views/create-list-view.js';
export { CreateView } from './views/create-view.js';
export { DeleteListView } from './views/delete-list-view.js';
export { DeleteView } from './views/delete-view.js';
export { FindListView } from './views/find-list-view.js';
export type { NewListView } from './views/list-of-view.js';
export type { NewView, ViewPatch } from './views/saved-view.js';
export {
  MOST_COLUMNS,
  type RoleRef,
  type SharedWith,
  type ViewContent,
  type ViewId,
  VISIBILITIES,
  type Visibility,
} from './views/stored-view.js';
export { type ListViewView, type SavedViewView, savedViewView } from './views/stored-view.view.js';
export { UpdateListView } from './views/update-list-view.js';
export { UpdateView } from './views/update-view.js';
export { CheckViews, type ViewHealth } from './views/view-health.js';
export { findVisible, listViewList, savedViewList } from './views/view.queries.js';
