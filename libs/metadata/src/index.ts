export { defineObject } from './catalogue/define-object.js';
export type {
  CompanyModel,
  CompanyObject,
  ObjectHooks,
  RecordCheck,
  RecordObject,
} from './catalogue/object.js';
export { ObjectCatalogue } from './catalogue/object-catalogue.js';
export type { ObjectId, RecordChange, RecordId, RecordView } from './catalogue/record.js';
export type { ReferenceTarget, TargetTitle } from './catalogue/reference-target.js';
export { formulaGraph } from './formulas/formula-graph.js';
export {
  evaluateSteps,
  type FormulaHop,
  formulaInput,
  formulaPlan,
  type Reach,
  requiredByCondition,
  storedFormulas,
} from './formulas/formula-plan.js';
export { inFormula, lookupOf } from './formulas/formula-values.js';
export { reachedField } from './formulas/reached-field.js';
export { fieldsKept } from './formulas/hidden-fields.js';
export { isShownThere, isUser, reachedObject } from './formulas/reached-object.js';
export { reachedResources } from './formulas/reached-resources.js';
export { MetadataModule } from './metadata.module.js';
export { CompanyModels } from './model/company-models.js';
export { objectOf } from './model/make-model.js';
export { type CompanyMetadata, MetadataSource } from './model/metadata-source.js';
export { RecordChecks } from './model/record-checks.js';
export type {
  CompletedRecord,
  PendingRecord,
  RecordCompletion,
  RecordFinding,
  RecordWarning,
} from './model/record-finding.js';
