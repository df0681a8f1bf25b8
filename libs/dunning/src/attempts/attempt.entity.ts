import type { Id, Instant, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DunningAction } from '../schedule/dunning-schedule.js';
import type { AttemptId, AttemptResult, DunningRunId } from './attempt.js';

/** One try of one step of one invoice: never written over. */
@Entity({ schema: 'dunning', name: 'attempt' })
export class AttemptEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: AttemptId;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  /** Which of the company's ladders the step belongs to; 0 before they were counted. */
  @Column({ type: 'integer' }) ladder: number;
  @Column({ type: 'integer' }) step: number;
  @Column({ name: 'days_after_due', type: 'integer' }) daysAfterDue: number;
  @Column({ type: 'text' }) action: DunningAction;
  @Column({ type: 'text' }) result: AttemptResult;
  /** Why it failed or was skipped: a stable code. */
  @Column({ type: 'text', nullable: true }) reason: string | null;
  /** Counts the tries of the step from 1, and from 1 again when a person has asked for one. */
  @Column({ type: 'integer' }) tries: number;
  @Column({ name: 'payment_link', type: 'text', nullable: true }) paymentLink: string | null;
  @Column({ name: 'email_id', type: 'uuid', nullable: true }) emailId: Id<'email'> | null;
  /** The day the run looked from. */
  @Column({ name: 'as_of', type: 'date' }) asOf: LocalDate;
  /** The company's day on which it was made, whatever day the run looked from. */
  @Column({ name: 'made_on', type: 'date' }) madeOn: LocalDate;
  @Column({ name: 'run_id', type: 'uuid' }) runId: DunningRunId;
  /** A process is carrying it out; after that it is taken for dead. */
  @Column({ name: 'leased_until', type: 'timestamptz', nullable: true })
  leasedUntil: Instant | null;
  @Column({ name: 'attempted_at', type: 'timestamptz' }) attemptedAt: Instant;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

/** One try of a step, with the word of a person that it may be tried again. */
export type Attempt = Omit<AttemptEntity, 'companyId'> & { readonly retryAskedAt: Instant | null };
