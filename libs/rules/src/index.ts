export { documentApproval } from './approvals/document-approval.js';
export { findDuplicateRecords } from './duplicates/find-matches.js';
export type { WorkflowSubject } from './workflows/workflow-subjects.js';
