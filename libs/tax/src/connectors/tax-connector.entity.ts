import type { SealedSecret } from '@quittance/config';
import type { CompanyId, Id, Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EngineSettings } from '../engines/tax-engine.port.js';

export type TaxConnectorId = Id<'tax-connector'>;

@Entity({ schema: 'tax', name: 'connector' })
export class TaxConnectorEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ type: 'uuid' }) id: TaxConnectorId;
  @Column({ type: 'integer' }) version: number;
  @Column({ type: 'text' }) provider: string;
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ type: 'jsonb' }) credentials: Readonly<Record<string, SealedSecret>>;
  @Column({ type: 'jsonb' }) settings: EngineSettings;
  /** Since when the provider has not accepted the credentials. */
  @Column({ name: 'failing_since', type: 'timestamptz' }) failingSince: Instant | null;
  @Column({ name: 'last_error', type: 'text' }) lastError: string | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
