import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ObjectId } from '@quittance/metadata';

/** An object that a company has made for itself. */
@Entity({ schema: 'customization', name: 'object' })
export class ObjectEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: ObjectId;
  @Column({ type: 'integer' }) version: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) label: string;
  @Column({ name: 'plural_label', type: 'text' }) pluralLabel: string;
  @Column({ name: 'name_label', type: 'text' }) nameLabel: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  /** Its records have owners, so that roles may reach their own or their team's only. */
  @Column({ type: 'boolean' }) owned: boolean;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true }) deletedAt: Instant | null;
}
