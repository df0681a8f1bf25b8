export { findDuplicateRecords } from './duplicates/find-matches.js';
export type { WorkflowSubject } from './workflows/workflow-subjects.js';
