import { addAccount } from '@quittance/crm/host';
import { crmModels } from '@quittance/crm/testing';
import type { Tx } from '@quittance/database';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import type { Currency } from '@quittance/money';
import { aStoredInvoice, invoiceArrears, invoiceExposure } from '@quittance/receivables/testing';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { CreditCheck } from '../checks/credit-check.js';
import { CreditControl, type CreditDecision, type CreditRequest } from '../credit-control.js';
import { CreditPorts } from '../credit-ports.js';
import type {
  CreditDocument,
  CreditSubject,
  DocumentWorth,
  OverrideDecision,
} from '../credit-subject.port.js';
import type { CurrencySum, ExposureSource } from '../exposure/exposure-source.port.js';

/** An order of the stage. */
export interface StagedOrder extends CurrencySum {
  readonly id: string;
}

/** Orders that a test keeps by itself: the port is faked, and nothing else. */
export class StagedOrders implements ExposureSource, CreditSubject {
  readonly kind = 'orders';
  readonly type = 'sales-order';
  readonly open: StagedOrder[] = [];
  readonly told: (readonly [id: string, decision: OverrideDecision])[] = [];
  /** Refuses what it is told. */
  refusal: Error | undefined;

  /** Opens an order; its document. */
  add(accountId: AccountId, amount: bigint, currency: Currency = 'EUR'): CreditDocument {
    const id = newId();
    this.open.push({ id, accountId, amount, currency });
    return { type: 'sales-order', id };
  }

  sums: ExposureSource['sums'] = (_, { accountIds, except }) =>
    Promise.resolve(
      this.open.filter((each) => accountIds.includes(each.accountId) && each.id !== except?.id),
    );

  netSums: ExposureSource['netSums'] = (tx, accountIds) =>
    this.sums(tx, { accountIds, except: null });

  parts: ExposureSource['parts'] = (_, accountId) =>
    Promise.resolve(
      this.open
        .filter((each) => each.accountId === accountId)
        .map(({ id, amount, currency }) => ({
          id,
          number: `SO-${id.slice(-6)}`,
          status: 'confirmed',
          currency,
          amount,
          net: amount,
          alsoCountedThrough: [],
        })),
    );

  worth(_: Tx, id: string): Promise<DocumentWorth | undefined> {
    return Promise.resolve(this.open.find((each) => each.id === id));
  }

  overrideDecided(_: Tx, id: string, decision: OverrideDecision): Promise<void> {
    if (this.refusal) return Promise.reject(this.refusal);
    this.told.push([id, decision]);
    return Promise.resolve();
  }
}

/** Customers with limits and debts, and credit that looks at them. */
export interface CreditStage {
  readonly ports: CreditPorts;
  readonly control: CreditControl;
  readonly models: CompanyModels;
  readonly orders: StagedOrders;
  /** A customer with a limit in minor units; null has none. */
  customer(ctx: Ctx, limit: bigint | null, currency?: Currency): Promise<AccountId>;
  limit(ctx: Ctx, accountId: AccountId, limit: bigint | null): Promise<void>;
  /** Sends the customer an invoice. */
  owes(ctx: Ctx, accountId: AccountId, amount: bigint, currency?: Currency): Promise<void>;
  check(
    ctx: Ctx,
    request: Partial<CreditRequest> & Pick<CreditRequest, 'accountId' | 'amount'>,
  ): Promise<CreditDecision>;
}

export function creditStage(t: Pick<TestDatabase, 'db'>): CreditStage {
  const ports = new CreditPorts();
  const orders = new StagedOrders();
  ports.registerExposure(invoiceExposure);
  ports.registerExposure(orders);
  ports.registerArrears(invoiceArrears());
  ports.registerSubject(orders);
  const control = new CreditControl(ports);
  const limit: CreditStage['limit'] = (ctx, accountId, amount) =>
    t.db.write(ctx, async (tx) => {
      await tx.run(
        `update crm.ledger_account set credit_limit = $3 where company_id = $1 and account_id = $2`,
        [ctx.companyId, accountId, amount],
      );
    });
  return {
    ports,
    control,
    orders,
    models: crmModels(),
    limit,
    customer: async (ctx, amount, currency = 'EUR') => {
      const { id } = await t.db.write(ctx, async (tx) => {
        const account = await addAccount(tx, { name: 'Acme Ltd', email: 'ap@acme.example' });
        await tx.run(
          `update crm.ledger_account set default_currency = $3
           where company_id = $1 and account_id = $2`,
          [ctx.companyId, account.id, currency],
        );
        return account;
      });
      await limit(ctx, id, amount);
      return id;
    },
    owes: (ctx, accountId, total, currency = 'EUR') =>
      t.db.write(ctx, async (tx) => {
        await aStoredInvoice(tx, { accountId, total, currency });
      }),
    check: (ctx, request) =>
      t.db.write(ctx, (tx) => control.check(tx, { currency: 'EUR', ...request })),
  };
}

/** What tests look at of a check: outcome, available, shortfall, score. */
export function said({ outcome, available, shortfall, riskScore }: CreditCheck) {
  return [outcome, available, shortfall, riskScore];
}
