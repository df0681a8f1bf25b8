import type { FieldRights } from '@quittance/lists';
import type { Permissions } from '@quittance/kernel';
import type { CompanyModel, CompanyObject } from '../catalogue/object.js';
import { dependenciesOf } from './formula-graph.js';

/** The row that binds every resource: members that show a hidden field of what they are beside. */
const EVERYWHERE = '*';

type Hidden = Map<string, Set<string>>;

/**
 * What is kept from an actor, to its end: of what a formula or a roll-up is made of what is hidden,
 * it is hidden as well, through any number of formulas and lookups; and so are the members of
 * other records that show such a field under a name of their own, as `accountName` does.
 */
function closedFields(
  model: CompanyModel,
  permissions: Permissions,
): ReadonlyMap<string, FieldRights> {
  const hidden: Hidden = new Map();
  for (const resource of permissions.fieldBound ?? []) {
    hidden.set(resource, new Set(permissions.fields?.(resource)?.hidden));
  }
  hideCopied(hidden);
  while (hideComputed(model, hidden));
  const closed = [...hidden].map(([resource, names]): [string, FieldRights] => {
    const unwritten = permissions.fields?.(resource)?.unwritten ?? [];
    return [resource, { hidden: names, unwritten: new Set([...unwritten, ...names]) }];
  });
  const beside = besideNames(model, hidden);
  return new Map([...closed, [EVERYWHERE, { hidden: beside, unwritten: beside }]]);
}

/** Fields that are kept the same as one of another resource, by that one. */
const COPIED: readonly (readonly [resource: string, name: string, by: string])[] = [
  ['accounts', 'name', 'ledger-accounts'],
];

/** A field that operations work out of others of its record, as a formula would. */
const MADE_OF: readonly (readonly [resource: string, field: string, of: readonly string[]])[] = [
  [
    'leads',
    'score',
    'address companyName email industry phone rating source status title'.split(' '),
  ],
  // Whoever knows all else of the content finds the price that gives this hash.
  [
    'quotes',
    'contentHash',
    (
      'acv adjustments deposit discount figures mrr net subtotal tax taxTotal tcv ' +
      'total unitPrice'
    ).split(' '),
  ],
  // By it lists of documents are filtered, sorted and searched.
  ...['invoices', 'quotes', 'sales-orders'].map(
    (resource) => [resource, 'billToName', ['billTo']] as const,
  ),
];

const ASKED = 'figures net subtotal tcv total value'.split(' ');
const PRICED = 'discount discountAmount discountPercent listPrice mrr unitPrice'.split(' ');
const OWED = 'balance creditedAmount paidAmount subtotal taxTotal total'.split(' ');
/** The score steps at 50, 70 and 90 percent of the limit. */
const WEIGHED = ['shortfall', 'riskScore', 'riskInputs', 'overLimitNow'];
const SHARED_WITH_LIMIT = ['available', 'utilisation', ...WEIGHED];

/** What records tell of the numbers of others, under names of their own. */
const TOLD_BY: readonly {
  readonly resource: string;
  readonly fields: readonly string[];
  readonly of: readonly (readonly [resource: string, names: readonly string[]])[];
}[] = [
  {
    resource: 'credit-checks',
    fields: ['creditLimit', ...SHARED_WITH_LIMIT],
    of: [['ledger-accounts', ['creditLimit']]],
  },
  {
    resource: 'credit-checks',
    fields: ['exposure', 'exposureNow', ...SHARED_WITH_LIMIT],
    of: [
      ['invoices', OWED],
      ['sales-orders', OWED],
    ],
  },
  {
    resource: 'credit-checks',
    fields: ['requested', 'documentAmount', ...WEIGHED],
    of: [
      ['quotes', ASKED],
      ['sales-orders', ASKED],
    ],
  },
  // What rules found: the total of a quote, and what is given away of its lines.
  { resource: 'quotes', fields: ['approval'], of: [['quotes', [...ASKED, ...PRICED]]] },
  // What the users of a customer ask approval for.
  {
    resource: 'portal-users',
    fields: ['total'],
    of: [
      ['quotes', ASKED],
      ['sales-orders', ASKED],
      ['subscriptions', [...ASKED, ...PRICED]],
    ],
  },
];

/** Hides the name of a customer's ledger account with that of the account, and the like. */
function hideCopied(hidden: Hidden): void {
  for (const [resource, name, by] of COPIED) {
    if (!hidden.get(resource)?.has(name)) continue;
    hidden.set(by, (hidden.get(by) ?? new Set()).add(name));
  }
  for (const [resource, field, of] of MADE_OF) {
    const names = hidden.get(resource);
    if (names && of.some((name) => names.has(name))) names.add(field);
  }
  for (const { resource, fields, of } of TOLD_BY) {
    const isTold = of.some(([by, names]) => names.some((name) => hidden.get(by)?.has(name)));
    if (isTold) hidden.set(resource, new Set([...(hidden.get(resource) ?? []), ...fields]));
  }
}

/** Hides what is made of hidden fields; whether there was any. */
function hideComputed(model: CompanyModel, hidden: Hidden): boolean {
  let more = false;
  for (const object of model.objects.values()) {
    for (const field of object.fields.values()) {
      if (field.type !== 'formula' && field.type !== 'rollup') continue;
      const known = hidden.get(object.resource) ?? new Set();
      if (known.has(field.name)) continue;
      if (!dependenciesOf(object, field).some((path) => isHidden(model, hidden, path))) continue;
      hidden.set(object.resource, known.add(field.name));
      more = true;
    }
  }
  return more;
}

function isHidden(model: CompanyModel, hidden: Hidden, path: string): boolean {
  const [of = '', name = ''] = path.split('.');
  const resource = model.objects.get(of)?.resource;
  return resource !== undefined && hidden.get(resource)?.has(name) === true;
}

/** What records of an object are called beside others. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  account: ['customer', 'party', 'billTo'],
  'ledger-account': ['vendor', 'partner', 'party'],
};

/** `accountName` of the hidden name of accounts. */
function besideNames(model: CompanyModel, hidden: Hidden): Set<string> {
  const names = new Set<string>();
  for (const { name, resource } of model.objects.values()) {
    const own = name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const prefix of [own, ...(CALLED[name] ?? [])]) {
      for (const field of hidden.get(resource) ?? []) {
        names.add(prefix + field.charAt(0).toUpperCase() + field.slice(1));
      }
    }
  }
  return names;
}

/**
 * The object as somebody is shown it: without the fields that are hidden from them, and with those
 * that they may not write as read-only ones.
 */
function shownObject<O extends Pick<CompanyObject, 'resource' | 'fields'>>(
  permissions: Permissions,
  object: O,
): O {
  const kept = permissions.fields?.(object.resource);
  if (!kept) return object;
  const fields = [...object.fields].flatMap(([name, field]) => {
    if (kept.hidden.has(name)) return [];
    return [[name, kept.unwritten.has(name) ? { ...field, readOnly: true } : field] as const];
  });
  return { ...object, fields: new Map(fields) };
}

/** The object without the fields that are hidden from somebody: to them these are none. */
function knownObject<O extends Pick<CompanyObject, 'resource' | 'fields'>>(
  permissions: Permissions,
  object: O,
): O {
  const hidden = permissions.fields?.(object.resource)?.hidden;
  if (!hidden?.size) return object;
  return { ...object, fields: new Map([...object.fields].filter(([name]) => !hidden.has(name))) };
}

/** What is kept from somebody of the objects of their company. */
export const fieldsKept = {
  closed: closedFields,
  everywhere: EVERYWHERE,
  object: shownObject,
  known: knownObject,
} as const;
