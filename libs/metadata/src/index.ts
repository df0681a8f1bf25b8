export { defineObject } from './catalogue/define-object.js';
export { ObjectCatalogue, type ReferenceTarget } from './catalogue/object-catalogue.js';
export type {
  ObjectHooks,
  ObjectId,
  RecordChange,
  RecordId,
  RecordObject,
  RecordView,
} from './catalogue/object.js';
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
export { isShownThere, isUser, reachedObject } from './formulas/reached-object.js';
export { reachedResources } from './formulas/reached-resources.js';
export { MetadataModule } from './metadata.module.js';
export type { CompanyModel, CompanyObject, CompanyTerms } from './model/company-model.js';
export { CompanyModels } from './model/company-models.js';
export { objectOf } from './model/make-model.js';
export { type CompanyMetadata, MetadataSource } from './model/metadata-source.js';
export {
  type PendingRecord,
  type RecordCheck,
  RecordChecks,
  type RecordFinding,
  type RecordWarning,
} from './model/record-checks.js';
