import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { PortalPointedRows, type PortalTarget } from '@quittance/http/host';
import type { PortalActor, PortalObject, PortalRight } from '@quittance/portal';
import {
  accountsInReach,
  isShownAt,
  listOfAccountsInReach,
  listOfUsersInReach,
  listPointedWithinReach,
  namedUsers,
  pointedWithinReach,
} from '@quittance/portal/host';
import { portalCases } from '../shown/cases.js';
import { portalContracts } from '../shown/contracts.js';
import { portalInvoices } from '../shown/invoices.js';
import { portalContacts, portalPlans } from '../shown/named.js';
import { portalOrders } from '../shown/orders.js';
import { portalCreditNotes, portalPayments } from '../shown/payments.js';
import { portalProducts } from '../shown/products.js';
import { portalQuotes } from '../shown/quotes.js';
import { portalSubscriptions } from '../shown/subscriptions.js';

type Shown = Pick<PortalObject, 'name' | 'list' | 'within' | 'says' | 'searched' | 'completes'>;

interface Pointed {
  /** The right by which their own list is opened. */
  readonly needs?: PortalRight;
  readonly named: string;
  readonly object: (tx: Tx) => Promise<Shown>;
  readonly says: Shown['says'];
}

const plain = (object: unknown, more: Pick<Pointed, 'named' | 'needs'>): Pointed => {
  const shown = object as Shown;
  return { ...more, object: async () => shown, says: shown.says };
};

/** What an invoice says of itself does not go by the day. */
const { says: INVOICE } = portalInvoices('2000-01-01' as never);

/** What rows of a customer's lists point at and is shown in a list of its own. */
const POINTED: Readonly<Record<string, Pointed>> = {
  case: plain(portalCases, { named: 'number' }),
  contact: plain(portalContacts, { named: 'name' }),
  contract: plain(portalContracts, { named: 'number' }),
  'credit-note': plain(portalCreditNotes, { named: 'number', needs: 'viewInvoices' }),
  invoice: {
    named: 'number',
    needs: 'viewInvoices',
    object: async (tx) => portalInvoices(await readToday(tx)) as unknown as Shown,
    says: INVOICE as Shown['says'],
  },
  payment: plain(portalPayments, { named: 'number', needs: 'viewInvoices' }),
  plan: plain(portalPlans, { named: 'name' }),
  product: plain(portalProducts, { named: 'name' }),
  quote: plain(portalQuotes, { named: 'number' }),
  'sales-order': plain(portalOrders, { named: 'number', needs: 'viewOrders' }),
  subscription: plain(portalSubscriptions, { named: 'planName' }),
};

function targetOf({ needs, named, object, says }: Pointed): PortalTarget {
  const opens = ({ rights }: PortalActor) => needs === undefined || rights.has(needs);
  return {
    sees: (actor, member) => opens(actor) && isShownAt({ says }, actor, member),
    records: async (tx, actor, ids) =>
      opens(actor) ? pointedWithinReach(tx, actor, await object(tx), ids) : new Map(),
    list: async (tx, actor) =>
      opens(actor) ? listPointedWithinReach(tx, actor, await object(tx)) : undefined,
    title: (record) => String(record[named] ?? ''),
  };
}

/** Accounts have a name and nothing else that is shown. */
const ACCOUNT: PortalTarget = {
  sees: (_, member) => member === 'id' || member === 'name',
  records: async (tx, actor, ids) => {
    const reached = await accountsInReach(tx, actor);
    const wanted = reached.filter(({ id }) => ids.includes(id));
    return new Map(wanted.map(({ id, name }) => [id, { id, name }]));
  },
  list: listOfAccountsInReach,
  title: ({ name }) => String(name),
};

/** Colleagues have a name as well, and no more. */
const USER: PortalTarget = {
  sees: (_, member) => member === 'id' || member === 'name',
  records: namedUsers,
  list: listOfUsersInReach,
  title: ({ name }) => String(name),
};

const NAMED_ALONE: Readonly<Record<string, PortalTarget>> = {
  account: ACCOUNT,
  'portal-user': USER,
};

/** Whether records so called are shown through what points at them. */
export function isPointedAt(target: string): boolean {
  return Object.hasOwn(NAMED_ALONE, target) || Object.hasOwn(POINTED, target);
}

/** Has the lists of customers draw what their rows point at. */
@Injectable()
export class CustomerPointedRecords {
  constructor(rows: PortalPointedRows) {
    for (const [name, target] of Object.entries(NAMED_ALONE)) {
      rows.register('customer', name, target);
    }
    for (const [name, pointed] of Object.entries(POINTED)) {
      rows.register('customer', name, targetOf(pointed));
    }
  }
}
