import type { Bind } from '@quittance/lists';
import type { PortalReach } from '../reading/portal-object.js';
import type { PortalScope } from '../scope/portal-scope.js';
import { ofReachedAccounts } from './reached-accounts.js';

/** The user as a contact of the account, in SQL, and as a user of the portal. */
interface Me {
  (contact: string): string;
  user(column: string): string;
}

/** Of the accounts in reach; with level own, of them what is the user's. */
function reach(account: string, never: string, own: (me: Me, bind: Bind) => string): PortalReach {
  return (scope, bind) => {
    const all = `${never} and ${ofReachedAccounts(account, scope, bind)}`;
    return scope.level === 'own' ? `${all} and (${own(meOf(scope, bind), bind)})` : all;
  };
}

function meOf({ contactId, userId }: PortalScope, bind: Bind): Me {
  const contact = contactId === null ? null : bind(contactId);
  const isContact = (column: string) =>
    contact === null ? 'false' : `${column} = ${contact}::uuid`;
  return Object.assign(isContact, {
    user: (column: string) => `${column} = ${bind(userId)}::uuid`,
  });
}

const always = 'true';

/** Rows of objects of the engine are never taken away. */
const there = 't.deleted_at is null';

/** Cases by the alias `t`: that the user has raised, or is the contact of. */
export const casesWithin: PortalReach = (scope, bind) =>
  reach(
    't.account_id',
    there,
    (me) => `t.portal_user_id = ${bind(scope.userId)}::uuid or ${me('t.contact_id')}`,
  )(scope, bind);

/** Contacts by the alias `t`: people of the accounts; with level own the user alone. */
export const contactsWithin: PortalReach = reach('t.account_id', there, (me) => me('t.id'));

/** A quote of whichever revision that was made of what the user asked for. */
const raisedBy = (me: Me, alias: string) =>
  `exists (select from portal.quote_request qr where qr.company_id = $1::uuid
    and qr.quote_number = ${alias}.number and ${me.user('qr.portal_user_id')})`;

/** An order that the user has placed, is the contact of, or whose quote is theirs. */
const ownOrder = (me: Me, alias: string) =>
  `${me(`${alias}.contact_id`)} or exists (select from sales.pub_placed_order po
    where po.company_id = $1::uuid and po.id = ${alias}.id and ${me.user('po.portal_user_id')})
   or exists (select from sales.pub_quote oq
    where oq.company_id = $1::uuid and oq.id = ${alias}.quote_id
      and (${me('oq.contact_id')} or ${raisedBy(me, 'oq')}))`;

/** A subscription that the user is the contact of, or that came with an order of theirs. */
const ownSubscription = (me: Me, alias: string) =>
  `${me(`${alias}.contact_id`)} or exists (select from sales.pub_sales_order so
    where so.company_id = $1::uuid and so.id = ${alias}.sales_order_id
      and (${ownOrder(me, 'so')}))`;

/** Of what an invoice bills, an order or a subscription of the user. */
const ownInvoice = (me: Me, alias: string) =>
  `exists (select from sales.pub_sales_order io where io.company_id = $1::uuid
      and io.id = ${alias}.sales_order_id and (${ownOrder(me, 'io')}))
   or exists (select from sales.pub_subscription isub where isub.company_id = $1::uuid
      and isub.id = ${alias}.subscription_id and (${ownSubscription(me, 'isub')}))`;

/**
 * None that the company is still writing, or has given up before it was sent: credit that it has
 * laid against one, a deposit say, shows it to nobody, but whoever has paid for it knows of it.
 */
const handedOut = (alias: string) => `${alias}.status not in ('draft', 'pending', 'cancelled')
    and (${alias}.sent_at is not null or ${alias}.paid_amount > 0)`;

const ownOf = (me: Me, id: string, which: string = handedOut('ii')) =>
  `exists (select from receivables.pub_invoice ii where ii.company_id = $1::uuid
    and ii.id = ${id} and ${which} and (${ownInvoice(me, 'ii')}))`;

/** Invoices by the alias `i`, from when they were handed out. */
export const invoicesWithin: PortalReach = reach('i.account_id', handedOut('i'), (me) =>
  ownInvoice(me, 'i'),
);

/** The same of those that something is owed of; the index of open invoices alone tells. */
export const openInvoicesWithin: PortalReach = reach(
  'i.account_id',
  `i.balance > 0 and ${handedOut('i')}`,
  (me) => ownInvoice(me, 'i'),
);

/** Credit notes by the alias `n`, from their issue on. */
export const creditNotesWithin: PortalReach = reach(
  'n.account_id',
  'n.issued_at is not null',
  (me) => ownOf(me, 'n.invoice_id'),
);

/** Some of the money of payments by the alias `p` is for an invoice of which that is so. */
const somePart = (holds: (invoice: string) => string) =>
  `exists (select from receivables.pub_payment_allocation pa
    where pa.company_id = $1::uuid and pa.payment_id = p.id and ${holds('pa.invoice_id')})`;

/** The same of what it was stated for, whatever has become of that part. */
const someStated = (holds: (invoice: string) => string) =>
  `exists (select from receivables.pub_stated_part sp
    where sp.company_id = $1::uuid and sp.payment_id = p.id and ${holds('sp.invoice_id')})`;

/**
 * Of which invoices a payment is: the user's, and none beside them, be it settled or only stated,
 * since its sum would tell what colleagues are billed.
 */
const ownMoney = (me: Me) => {
  const isMine = (invoice: string) => ownOf(me, invoice);
  const isOthers = (invoice: string) => `not ${ownOf(me, invoice, always)}`;
  return `(${isMine('p.invoice_id')} or ${somePart(isMine)})
    and (p.invoice_id is null or ${ownOf(me, 'p.invoice_id', always)})
    and not ${somePart(isOthers)} and not ${someStated(isOthers)}`;
};

/** Payments by the alias `p`: for what is the user's alone, or stated by them. */
export const paymentsWithin: PortalReach = (scope, bind) =>
  reach(
    'p.account_id',
    always,
    (me) => `p.portal_user_id = ${bind(scope.userId)}::uuid or (${ownMoney(me)})`,
  )(scope, bind);

/**
 * Quotes by the alias `q`, from when they were sent on. Whether colleagues' are among them is a
 * right and no level.
 */
export const quotesWithin: PortalReach = (scope, bind) => {
  const level = scope.rights.has('seeAllQuotes') ? 'account' : 'own';
  const sent = `q.sent_at is not null and q.status not in ('draft', 'submitted', 'approved')`;
  const own = (me: Me) => `${me('q.contact_id')} or ${raisedBy(me, 'q')}`;
  return reach('q.account_id', sent, own)({ ...scope, level }, bind);
};

/**
 * Requests for quotes by the alias `r`: those of the user, and with the right to all quotes those
 * of colleagues. What a partner asks for is the partner's.
 */
export const quoteRequestsWithin: PortalReach = (scope, bind) => {
  const level = scope.rights.has('seeAllQuotes') ? 'account' : 'own';
  const mine = () => `r.portal_user_id = ${bind(scope.userId)}::uuid`;
  return reach('r.account_id', 'r.registration_id is null', mine)({ ...scope, level }, bind);
};

/** Orders by the alias `o`, from when they were placed on. */
export const ordersWithin: PortalReach = reach('o.account_id', `o.placed_at is not null`, (me) =>
  ownOrder(me, 'o'),
);

/** Shipments by the alias `s`, of the orders in reach. */
export const shipmentsWithin: PortalReach = (scope, bind) =>
  `exists (select from sales.pub_sales_order o where o.company_id = $1::uuid
    and o.id = s.order_id and ${ordersWithin(scope, bind)})`;

/**
 * Contracts by the alias `t`, from when they are in force on. They name nobody of the account: own
 * are those of orders of the user.
 */
export const contractsWithin: PortalReach = reach(
  't.account_id',
  `t.status <> 'draft' and ${there}`,
  (me) => `exists (select from sales.pub_sales_order co where co.company_id = $1::uuid
    and co.contract_id = t.id and (${ownOrder(me, 'co')}))`,
);

/** Subscriptions by the alias `s`. */
export const subscriptionsWithin: PortalReach = reach('s.account_id', always, (me) =>
  ownSubscription(me, 's'),
);

/** Assets by the alias `t`: that came with an order of the user. */
export const assetsWithin: PortalReach = reach(
  't.account_id',
  there,
  (me) => `exists (select from sales.pub_sales_order ao where ao.company_id = $1::uuid
    and ao.id = t.order_id and (${ownOrder(me, 'ao')}))`,
);

/** Attempts to pay online by the alias `c`, all of whose invoices are in reach. */
export const checkoutsWithin: PortalReach = (scope, bind) => {
  const within = invoicesWithin(scope, bind);
  return `exists (select from receivables.pub_invoice i where i.company_id = $1::uuid
      and i.id = c.invoice_id and ${within})
    and not exists (select from gateway.pub_checkout_invoice ci where ci.company_id = $1::uuid
      and ci.checkout_id = c.id and not exists (select from receivables.pub_invoice i
        where i.company_id = $1::uuid and i.id = ci.invoice_id and ${within}))`;
};
