import { Injectable } from '@nestjs/common';
import { Database, namedSql, sql, type Tx } from '@quittance/database';
import { newId, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import type {
  SandboxAction,
  SandboxDelivery,
  SandboxLink,
  SandboxPayment,
} from './sandbox-link.js';

const COLUMNS = `id, reference, status, amount, currency, company_name as "companyName",
  invoice_number as "invoiceNumber", customer_name as "customerName", metadata,
  callback_url as "callbackUrl", expires_at as "expiresAt"`;

/** The reference is the idempotency key: a repetition answers the link that is there. */
const INSERT_LINK = namedSql(
  `insert into gateway.sandbox_link (company_id, id, reference, status, amount, currency,
    company_name, invoice_number, customer_name, metadata, callback_url, expires_at, created_at,
    updated_at)
  values (:companyId, :id, :reference, :status, :amount, :currency, :companyName, :invoiceNumber,
    :customerName, :metadata, :callbackUrl, :expiresAt, :now, :now)
  on conflict (company_id, reference) do nothing`,
  {
    values: {
      id: 'uuid',
      reference: 'text',
      status: 'text',
      amount: 'bigint',
      currency: 'text',
      companyName: 'text',
      invoiceNumber: 'text',
      customerName: 'text',
      metadata: 'jsonb',
      callbackUrl: 'text',
      expiresAt: 'timestamptz',
    },
  },
);

const FIND_BY_REFERENCE = sql(`
  select ${COLUMNS} from gateway.sandbox_link where company_id = $1 and reference = $2`);
const FIND = sql(`select ${COLUMNS} from gateway.sandbox_link where company_id = $1 and id = $2`);
const LOCK = sql(`
  select ${COLUMNS} from gateway.sandbox_link where company_id = $1 and id = $2 for update`);

const PAYMENTS = sql(`
  select id, status, amount, attempt_key as "attemptKey" from gateway.sandbox_payment
  where company_id = $1 and link_id = $2 order by id`);

const INSERT_PAYMENT = namedSql(
  `insert into gateway.sandbox_payment (company_id, id, link_id, attempt_key, status, amount,
    created_at)
  values (:companyId, :id, :linkId, :attemptKey, :status, :amount, :now)`,
  { values: { id: 'text', linkId: 'uuid', attemptKey: 'text', status: 'text', amount: 'bigint' } },
);

const LINK_OF_PAYMENT = sql(`
  select link_id as "linkId" from gateway.sandbox_payment where company_id = $1 and id = $2`);

const SET_STATUS = sql(`
  update gateway.sandbox_link set status = $3, updated_at = $4 where company_id = $1 and id = $2`);

const INSERT_DELIVERY = namedSql(
  `insert into gateway.sandbox_delivery (company_id, id, link_id, type, body, status,
    next_attempt_at, created_at, updated_at)
  values (:companyId, :id, :linkId, :type, :body, 'pending', :now, :now, :now)`,
  { values: { id: 'uuid', linkId: 'uuid', type: 'text', body: 'text' } },
);

const COMPANIES = sql(`
  select c.id from gateway.door_companies_with_sandbox_deliveries($1) as c(id)`);

/**
 * The next try is set before this one: a deliverer that dies takes no delivery with it. By
 * `sandbox_delivery_due_index`.
 */
const CLAIM = sql(`
  update gateway.sandbox_delivery d set attempts = d.attempts + 1, next_attempt_at = $3,
    updated_at = $2
  from (select id from gateway.sandbox_delivery where company_id = $1 and next_attempt_at <= $2
        order by next_attempt_at limit $4 for update skip locked) as due
  where d.company_id = $1 and d.id = due.id
  returning d.id, d.company_id as "companyId", d.type, d.body, d.attempts`);

const STORE_ATTEMPT = namedSql(
  `update gateway.sandbox_delivery set status = :status, next_attempt_at = :nextAttemptAt,
    last_status = :lastStatus, last_error = :lastError, updated_at = :now
  where company_id = :companyId and id = :id and status = 'pending'`,
  {
    values: {
      id: 'uuid',
      status: 'text',
      nextAttemptAt: 'timestamptz',
      lastStatus: 'integer',
      lastError: 'text',
    },
  },
);

/** What became of one try to deliver. */
export interface DeliveryAttempt {
  readonly status: 'pending' | 'delivered' | 'abandoned';
  readonly nextAttemptAt: Instant | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/**
 * The sandbox provider's own books, kept in our database so that `npm start` needs nothing else.
 * Each method is a transaction of its own, as a call to a provider elsewhere would be.
 */
@Injectable()
export class SandboxStore {
  constructor(private readonly db: Database) {}

  /** Stores the link, or answers the one that has its reference. */
  async createLink(companyId: CompanyId, link: SandboxLink, now: Instant): Promise<SandboxLink> {
    return this.db.write(contextOf(companyId, now), async (tx) => {
      await INSERT_LINK.run(tx, link);
      return tx.one<SandboxLink>(FIND_BY_REFERENCE, [companyId, link.reference]);
    });
  }

  async findByReference(
    companyId: CompanyId,
    reference: string,
    now: Instant,
  ): Promise<SandboxLink | undefined> {
    return this.db.read(contextOf(companyId, now), (tx) =>
      tx.maybe<SandboxLink>(FIND_BY_REFERENCE, [companyId, reference]),
    );
  }

  async find(companyId: CompanyId, id: string, now: Instant): Promise<SandboxLink | undefined> {
    return this.db.read(contextOf(companyId, now), (tx) =>
      tx.maybe<SandboxLink>(FIND, [companyId, id]),
    );
  }

  async payments(companyId: CompanyId, linkId: string, now: Instant): Promise<SandboxPayment[]> {
    return this.db.read(contextOf(companyId, now), (tx) =>
      tx.rows<SandboxPayment>(PAYMENTS, [companyId, linkId]),
    );
  }

  /** The link on which a payment was made. */
  async linkOfPayment(
    companyId: CompanyId,
    paymentId: string,
    now: Instant,
  ): Promise<string | undefined> {
    const params = [companyId, paymentId];
    const found = await this.db.read(contextOf(companyId, now), (tx) =>
      tx.maybe<{ linkId: string }>(LINK_OF_PAYMENT, params),
    );
    return found?.linkId;
  }

  /**
   * Locks a link, lets the caller decide what happens on it, and stores that: payments, the link's
   * status and the webhooks that tell of it, together. Answers the link as it is afterwards.
   */
  async act(
    companyId: CompanyId,
    id: string,
    now: Instant,
    decide: (link: SandboxLink, payments: readonly SandboxPayment[]) => SandboxAction | null,
  ): Promise<SandboxLink | undefined> {
    return this.db.write(contextOf(companyId, now), async (tx) => {
      const link = await tx.maybe<SandboxLink>(LOCK, [companyId, id]);
      if (!link) return undefined;
      const payments = await tx.rows<SandboxPayment>(PAYMENTS, [companyId, id]);
      const action = decide(link, payments);
      if (!action) return link;
      await store(tx, link, action);
      return { ...link, status: action.status };
    });
  }

  /** The companies that have a webhook to deliver. */
  async companiesWithDeliveries(now: Instant): Promise<CompanyId[]> {
    return (await this.db.door<{ id: CompanyId }>(COMPANIES, [now])).map(({ id }) => id);
  }

  /** Takes due deliveries; until `leaseUntil` nobody else gets them. */
  async claimDeliveries(
    companyId: CompanyId,
    now: Instant,
    leaseUntil: Instant,
    most: number,
  ): Promise<SandboxDelivery[]> {
    return this.db.write(contextOf(companyId, now), (tx) =>
      tx.rows<SandboxDelivery>(CLAIM, [companyId, now, leaseUntil, most]),
    );
  }

  async storeAttempt(
    companyId: CompanyId,
    id: string,
    attempt: DeliveryAttempt,
    now: Instant,
  ): Promise<void> {
    await this.db.write(contextOf(companyId, now), (tx) =>
      STORE_ATTEMPT.run(tx, { id, ...attempt }),
    );
  }
}

function contextOf(companyId: CompanyId, now: Instant): Ctx {
  return systemCtx(companyId, now, `sandbox-${newId()}`);
}

async function store(tx: Tx, link: SandboxLink, action: SandboxAction): Promise<void> {
  const { companyId, now } = tx.ctx;
  const { payments, deliveries, status } = action;
  await Promise.all([
    ...payments.map((payment) => INSERT_PAYMENT.run(tx, { ...payment, linkId: link.id })),
    ...deliveries.map((delivery) => INSERT_DELIVERY.run(tx, { ...delivery, linkId: link.id })),
    tx.run(SET_STATUS, [companyId, link.id, status, now]),
  ]);
}
