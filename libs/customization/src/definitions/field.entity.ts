import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  FieldId,
  FieldSettings,
  FieldType,
  FieldValue,
  Portal,
  PortalAccess,
} from '@quittance/fields';

/** A field that a company has added to an object. */
@Entity({ schema: 'customization', name: 'field' })
export class FieldEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: FieldId;
  @Column({ type: 'integer' }) version: number;
  /** API name of the object, built in or custom. */
  @Column({ type: 'text' }) object: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'integer' }) position: number;
  @Column({ type: 'text' }) label: string;
  @Column({ type: 'text', nullable: true }) help: string | null;
  @Column({ name: 'field_group', type: 'text', nullable: true }) group: string | null;
  @Column({ type: 'text' }) type: FieldType;
  @Column({ type: 'jsonb' }) settings: FieldSettings;
  @Column({ type: 'boolean' }) required: boolean;
  @Column({ name: 'required_when', type: 'text', nullable: true }) requiredWhen: string | null;
  @Column({ name: 'default_value', type: 'jsonb', nullable: true }) default: FieldValue;
  @Column({ name: 'is_unique', type: 'boolean' }) unique: boolean;
  @Column({ type: 'boolean' }) indexed: boolean;
  @Column({ type: 'boolean' }) searched: boolean;
  @Column({ type: 'boolean' }) personal: boolean;
  @Column({ type: 'jsonb' }) portals: Readonly<Record<Portal, PortalAccess>>;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true }) deletedAt: Instant | null;
}
