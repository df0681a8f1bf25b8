import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LayoutId, LayoutSection } from './layout.js';

/** How the records of an object are laid out on a page. */
@Entity({ schema: 'customization', name: 'layout' })
export class LayoutEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: LayoutId;
  @Column({ type: 'text' }) object: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'jsonb' }) sections: readonly LayoutSection[];
  @Column({ name: 'is_default', type: 'boolean' }) isDefault: boolean;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
