import type { CompanyId, Instant, UserId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The row of a staff user, as far as it is written by key; sign-in writes the rest by SQL. */
@Entity({ schema: 'identity', name: 'staff_user' })
export class StaffUserRow {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ type: 'uuid' }) id: UserId;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) team: string | null;
  @Column({ name: 'manager_id', type: 'uuid', nullable: true }) managerId: UserId | null;
  @Column({ type: 'text', nullable: true }) language: string | null;
  @Column({ name: 'password_hash', type: 'text', nullable: true }) passwordHash: string | null;
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
