import type { SealedSecret } from '@quittance/config';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConnectorSettings } from './connector.js';

@Entity({ schema: 'gateway', name: 'connector' })
export class ConnectorEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'integer' })
  version: number;

  @Column({ type: 'text' })
  kind: string;

  @Column({ type: 'text' })
  provider: string;

  @Column({ type: 'boolean' })
  active: boolean;

  @Column({ type: 'jsonb' })
  credentials: Record<string, SealedSecret>;

  @Column({ name: 'previous_webhook_secret', type: 'jsonb', nullable: true })
  previousWebhookSecret: SealedSecret | null;

  @Column({ name: 'previous_webhook_secret_until', type: 'timestamptz', nullable: true })
  previousWebhookSecretUntil: string | null;

  @Column({ type: 'jsonb' })
  settings: ConnectorSettings;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: string;
}
