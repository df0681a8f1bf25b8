import type { CompanyId, Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Grant } from '../catalogue/resources.js';
import type { FieldRules, Matrix, RoleId, Scopes } from './role.js';

/** The row of a role. */
@Entity({ schema: 'access', name: 'role' })
export class RoleRow {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ type: 'uuid' }) id: RoleId;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  @Column({ name: 'built_in', type: 'boolean' }) builtIn: boolean;
  @Column({ type: 'jsonb' }) matrix: Matrix;
  @Column({ type: 'jsonb' }) scopes: Scopes;
  @Column({ type: 'jsonb' }) fields: FieldRules;
  @Column({ type: 'jsonb' }) grants: readonly Grant[];
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
