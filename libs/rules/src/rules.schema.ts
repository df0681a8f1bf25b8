import type { Entity, Migration } from '@quittance/database';
import { Rules1764000160001 } from './migrations/1764000160001-rules.js';
import { RunDetails1764001070001 } from './migrations/1764001070001-run-details.js';
import { TimedRun1764001070002 } from './migrations/1764001070002-timed-run.js';
import { EmailsOfADay1764001100720 } from './migrations/1764001100720-emails-of-a-day.js';
import { Approval1764001300200 } from './migrations/1764001300200-approval.js';
import { ApprovalReach1764001310002 } from './migrations/1764001310002-approval-reach.js';
import { ApprovalClock1764001400510 } from './migrations/1764001400510-approval-clock.js';
import { ApprovalView1764001750001 } from './migrations/1764001750001-approval-view.js';
import { DueApproval1764001780002 } from './migrations/1764001780002-due-approval.js';
import { ApprovalsOfRecord1764002170000 } from './migrations/1764002170000-approvals-of-record.js';
import { ChangedBy1764002140001 } from './migrations/1764002140001-changed-by.js';
import { CalledBy1764002180000 } from './migrations/1764002180000-called-by.js';
import { RuleEntity } from './rules/rule.entity.js';

export const rulesMigrations: readonly Migration[] = [
  Rules1764000160001,
  RunDetails1764001070001,
  TimedRun1764001070002,
  EmailsOfADay1764001100720,
  Approval1764001300200,
  ApprovalReach1764001310002,
  ApprovalClock1764001400510,
  ApprovalView1764001750001,
  DueApproval1764001780002,
  ChangedBy1764002140001,
  ApprovalsOfRecord1764002170000,
  CalledBy1764002180000,
];

export const rulesEntities: readonly Entity[] = [RuleEntity];
