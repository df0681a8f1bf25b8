import type { Instant, UserId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SharedWith, ViewId, Visibility } from './stored-view.js';

/** A list put by: a list view of the administrators or a saved view of a user. */
@Entity({ schema: 'customization', name: 'view' })
export class ViewEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: ViewId;
  @Column({ type: 'text' }) kind: 'list_view' | 'view';
  /** API name of the object, or the path of a list of none. */
  @Column({ type: 'text' }) object: string;
  /** Where the list is served, without the first slash. */
  @Column({ type: 'text' }) path: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'jsonb', nullable: true }) columns: readonly string[] | null;
  @Column({ type: 'text', nullable: true }) sort: string | null;
  @Column({ type: 'jsonb', nullable: true }) filter: Readonly<Record<string, unknown>> | null;
  @Column({ name: 'is_default', type: 'boolean' }) isDefault: boolean;
  /** Null for list views, and for public views that came with a set-up. */
  @Column({ name: 'owner_id', type: 'uuid', nullable: true }) ownerId: UserId | null;
  @Column({ type: 'text' }) visibility: Visibility;
  @Column({ name: 'shared_with', type: 'jsonb' }) sharedWith: SharedWith;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

export type View = Omit<ViewEntity, 'companyId'>;
