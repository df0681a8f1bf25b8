export { documentApproval } from './approvals/document-approval.js';
export { wouldAsk } from './workflows/due-approvals.js';
export { findDuplicateRecords } from './duplicates/find-matches.js';
export type { CampaignMembership } from './workflows/campaign-lists.js';
export type { WorkflowSubject } from './workflows/workflow-subjects.js';
