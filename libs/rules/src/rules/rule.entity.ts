import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RuleDefinitions, RuleId, RuleKind, RuleState } from './rule.js';

/** One rule of an object. What is special to its kind is its definition. */
@Entity({ schema: 'rules', name: 'rule' })
export class RuleEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: RuleId;
  @Column({ type: 'integer' }) version: number;
  @Column({ type: 'text' }) kind: RuleKind;
  @Column({ type: 'text' }) object: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ type: 'integer' }) position: number;
  @Column({ type: 'jsonb' }) definition: RuleDefinitions[RuleKind];
  @Column({ type: 'text' }) state: RuleState;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
