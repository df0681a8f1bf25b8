import { newId } from '@quittance/kernel';
import type { Field } from '@quittance/fields';
import type { RecordObject } from '@quittance/metadata';
import { BUILT_IN_OBJECTS, SHOWN } from '../../src/objects/served-objects.js';
import type { StaffClient } from '../../../../test/support/test-api.js';

/** Objects whose records are made elsewhere, or that need more than their description says. */
const MORE: Readonly<Record<string, object>> = {
  asset: { serial: 'Planted' },
  'exchange-rate': { base: 'EUR', quote: 'USD' },
  'price-book': { currency: 'EUR' },
  product: { kind: 'recurring' },
  meter: { code: 'planted' },
  pipeline: {
    stages: [
      { name: 'Open', kind: 'open' },
      { name: 'Won', kind: 'won' },
      { name: 'Lost', kind: 'lost' },
    ],
  },
};

type Make = (path: string, body: object) => Promise<{ readonly id: string }>;

/** A record of every object with a document on it, made from nothing but the description. */
export async function plantObjectRecords(
  make: Make,
  client: StaffClient,
  known: Records,
): Promise<Records> {
  const planted: Record<string, string> = { ...known };
  // No other company has the numbers of this one.
  await client.call('PUT', '/numbering/case', { body: { format: `${newId()}-{SEQ}` } });
  for (const object of BUILT_IN_OBJECTS) {
    const at = `${object.path}/:id`;
    planted[at] ??= (
      await make(object.path, { ...leastOf(object, planted), ...MORE[object.name] })
    ).id;
    planted[`${at}/documents/:documentId`] = await attach(client, `${object.path}/${planted[at]}`);
  }
  for (const { path } of SHOWN) {
    const id = planted[`/${path}/:id`];
    if (!id) continue;
    planted[`/${path}/:id/documents/:documentId`] = await attach(client, `/${path}/${id}`);
  }
  return {
    ...planted,
    '/documents/:id': await attach(client, `/leads/${planted['/leads/:id']}`),
    '/cases/by-number/:number': await numberOf(client, `/cases/${planted['/cases/:id']}`),
    '/opportunities/:id': planted['/deals/:id'] ?? '',
    '/campaigns/:id/members/:memberId': await plantMember(make, client, planted),
    ...(await plantCustom(make, client)),
  };
}

async function numberOf(client: StaffClient, path: string): Promise<string> {
  return ((await client.call('GET', path)).body as { number: string }).number;
}

async function plantMember(make: Make, client: StaffClient, planted: Records): Promise<string> {
  const members = `/campaigns/${planted['/campaigns/:id']}/members`;
  await make(members, { leadIds: [planted['/leads/:id']] });
  const { body } = await client.call('GET', members);
  return (body as { data: readonly { id: string }[] }).data[0]?.id ?? '';
}

async function plantCustom(make: Make, client: StaffClient): Promise<Records> {
  const name = 'planted__c';
  await make('/customization/objects', { name, label: 'Planted', pluralLabel: 'Planted' });
  const { id } = await make(`/objects/${name}`, { name: 'Planted' });
  const shaped = { name: 'shaped__c', label: 'Shaped', pluralLabel: 'Shaped' };
  await make('/customization/objects', shaped);
  const field = { name: 'shape__c', label: 'Shape', type: 'text' };
  await make('/customization/objects/shaped__c/fields', field);
  return {
    '/customization/objects/:name': shaped.name,
    '/customization/objects/:name/fields/:field': field.name,
    '/objects/:apiName': name,
    '/objects/:apiName/:id': id,
    '/objects/:apiName/:id/documents/:documentId': await attach(client, `/objects/${name}/${id}`),
  };
}

async function attach(client: StaffClient, path: string): Promise<string> {
  const { status, body } = await client.call('POST', `${path}/documents?fileName=planted.txt`, {
    body: 'planted',
    headers: { 'content-type': 'text/plain' },
  });
  if (status !== 201) throw new Error(`${path}/documents: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

/** What the description demands and has no default of; it points at what is there already. */
export function leastOf(object: RecordObject, there: Records = {}): object {
  const needed = [...object.fields.values()].filter(
    ({ required, readOnly, default: standing }) => required && !readOnly && standing === null,
  );
  return Object.fromEntries(
    needed.map((field) => [field.name, pointedAt(field, there) ?? sampleOf(field)]),
  );
}

function pointedAt({ type, settings }: Field, there: Records): string | undefined {
  const target = type === 'lookup' && BUILT_IN_OBJECTS.find(({ name }) => name === settings.target);
  return target ? there[`${target.path}/:id`] : undefined;
}

function sampleOf({ type, settings }: Field): unknown {
  switch (type) {
    case 'integer':
    case 'number':
    case 'currency':
    case 'percent':
      return '1';
    case 'boolean':
      return false;
    case 'date':
      return '2026-03-02';
    case 'datetime':
      return '2026-03-02T09:00:00Z';
    case 'email':
      return `${newId()}@example.com`;
    case 'picklist':
      return settings.options?.[0]?.code;
    default:
      return `Planted ${newId()}`;
  }
}

/** What stands at a parameter of a path, by the path up to it: `/invoices/:id`. */
export type Records = Readonly<Record<string, string>>;
