import type { EventType } from '@quittance/contracts';
import type { Id, Instant } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RuleId } from '../rules/rule.js';

export type WorkflowRunId = Id<'workflow-run'>;

/**
 * `done` all actions · `failed` none: what they had done was undone · `too_deep` not run, because
 * rules set one another off.
 */
export const RUN_OUTCOMES = ['done', 'failed', 'too_deep'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** What a workflow rule did about one event. */
@Entity({ schema: 'rules', name: 'workflow_run' })
export class WorkflowRunEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: WorkflowRunId;
  @Column({ name: 'rule_id', type: 'uuid' }) ruleId: RuleId;
  @Column({ name: 'rule_name', type: 'text' }) ruleName: string;
  @Column({ type: 'text' }) object: string;
  @Column({ name: 'record_id', type: 'uuid' }) recordId: RecordId;
  @Column({ name: 'event_id', type: 'uuid' }) eventId: string;
  @Column({ name: 'event_type', type: 'text' }) eventType: EventType;
  @Column({ type: 'smallint' }) depth: number;
  @Column({ type: 'text' }) outcome: RunOutcome;
  @Column({ type: 'integer' }) actions: number;
  @Column({ type: 'text' }) error: string | null;
  @Column({ type: 'text' }) message: string | null;
  @Column({ name: 'ran_at', type: 'timestamptz' }) ranAt: Instant;
}
