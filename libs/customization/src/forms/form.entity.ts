import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FormDefinition, FormId, FormStatus } from './form.js';

/** A form with the draft of its next version. */
@Entity({ schema: 'customization', name: 'form' })
export class FormEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: FormId;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) status: FormStatus;
  @Column({ type: 'jsonb' }) definition: FormDefinition;
  /** The frozen version that submissions are filled against; 0 before the first. */
  @Column({ name: 'published_version', type: 'integer' }) publishedVersion: number;
  /** The draft differs from that version. */
  @Column({ type: 'boolean' }) dirty: boolean;
  /** SHA-256 of the secret in its public link, as hexadecimal digits; null without a link. */
  @Column({ name: 'public_hash', type: 'text', nullable: true }) publicHash: string | null;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

export type Form = Omit<FormEntity, 'companyId'>;
