import { newId } from '@quittance/kernel';
import type { Route } from '@quittance/http/host';
import { BUILT_IN_OBJECTS } from '../../../src/objects/served-objects.js';
import { leastOf } from '../../objects/object-records.js';
import type { Made } from '../../objects/objects-support.js';
import type { WriteStage } from './write-stage.js';

/**
 * What every object has beside creating: its routes follow from
 * `DELETE /<object>/:id/documents/:documentId`.
 */
const DOCUMENT = '/:id/documents/:documentId';

/** The member that a text can be written to, where it is not the name. */
const TEXT: Readonly<Record<string, string>> = {
  '/contacts': 'lastName',
  '/activities': 'subject',
  '/cases': 'subject',
  '/contracts': 'description',
  '/exchange-rates': 'source',
  '/knowledge': 'title',
  '/tasks': 'subject',
};

/** What a copy or a row of an import needs beside a text of its own; some is of the planted one. */
const BESIDE: Readonly<Record<string, (planted: Made) => object>> = {
  '/exchange-rates': () => ({ base: 'EUR', quote: 'CHF', rate: '1', day: '2026-03-01' }),
  '/meters': () => ({ code: `m-${newId()}` }),
  '/plans': ({ productId }) => ({ productId }),
  '/pricebooks': () => ({ currency: 'EUR' }),
  '/products': () => ({ sku: newId() }),
};

/** Every operation that all objects share, of every object of the table. */
export async function writeRecords(stage: WriteStage, routes: readonly Route[]): Promise<void> {
  const objects = routes.flatMap(({ method, path }) =>
    method === 'DELETE' && path.endsWith(DOCUMENT) ? [path.slice(0, -DOCUMENT.length)] : [],
  );
  for (const object of objects) await writeObject(stage, object);
}

async function writeObject(stage: WriteStage, object: string): Promise<void> {
  const base = stage.path(object);
  const text = TEXT[object] ?? 'name';
  const planted = await stage.do<Made>('GET', stage.path(`${object}/:id`));
  const beside = () => BESIDE[object]?.(planted) ?? {};
  const copied = { [text]: `Copied ${newId()}`, ...beside() };
  const copy = await stage.post(stage.path(`${object}/:id/clone`), copied);
  await stage.do('PATCH', `${base}/${copy.id}`, { [text]: `Changed ${newId()}` });
  await stage.post(`${base}/bulk`, { ids: [copy.id], patch: { [text]: `Many ${newId()}` } });
  const described = BUILT_IN_OBJECTS.find(({ path }) => path === object);
  const least = described ? leastOf(described, stage.records) : {};
  const row = { ...least, [text]: `Imported ${newId()}`, ...beside() };
  const imported = await stage.load(`${base}/import`, row);
  expect(imported).toMatchObject({ created: 1 });
  await stage.do('DELETE', `${base}/${copy.id}`);
  const document = stage.path(`${object}${DOCUMENT}`);
  await stage.do('PATCH', document, { fileName: 'changed.txt' });
  await stage.do('DELETE', document);
}
