import type { Made } from '../../objects/objects-support.js';
import type { WriteStage } from './write-stage.js';

export async function writeCustomers(stage: WriteStage): Promise<void> {
  const [winner, loser] = [
    await stage.post('/accounts', { name: 'Kept' }),
    await stage.post('/accounts', { name: 'Given up' }),
  ];
  await stage.post(`/accounts/${winner.id}/merge`, { loserId: loser.id });
  const lead = await stage.post('/leads', { name: 'Ada Lead', companyName: 'Lead Ltd' });
  await stage.post(`/leads/${lead.id}/convert`);
  const member = stage.path('/campaigns/:id/members/:memberId');
  await stage.do('PATCH', member, { status: 'responded' });
  await stage.do('DELETE', member);
}

export async function writeDeals(stage: WriteStage): Promise<void> {
  const deal = stage.path('/deals/:id');
  await stage.do('PATCH', stage.path('/opportunities/:id'), { probability: 30 });
  const stages = [
    { name: 'Talk' },
    { name: 'Write' },
    { name: 'Won', kind: 'won' },
    { name: 'Lost', kind: 'lost' },
  ];
  const pipeline = await stage.post('/pipelines', { name: 'Sales', stages });
  const { accountId } = stage;
  const made = await stage.post('/deals', { name: 'Seats', accountId, pipelineId: pipeline.id });
  const next = (pipeline as Made & { stages: { id: string }[] }).stages[1]?.id;
  await stage.post(`/deals/${made.id}/move-stage`, { stageId: next });
  await stage.post(`${deal}/close-won`);
  await stage.post(`${deal}/reopen`);
  await stage.post(`${deal}/close-lost`, { lossReason: 'price' });
}

export async function writeCases(stage: WriteStage): Promise<void> {
  const targets = [{ priority: null, firstResponseMinutes: 30, resolutionMinutes: null }];
  await stage.do('PUT', '/cases/sla-policy', { targets, hours: null });
  const at = stage.path('/cases/:id');
  await stage.post(`${at}/comments`, { body: 'Seen' });
  await stage.do('POST', `${at}/open`);
  await stage.do('POST', `${at}/wait`);
  await stage.post(`${at}/resolve`, { resolution: 'Replaced' });
  await stage.do('POST', `${at}/reopen`);
  await stage.post(`${at}/resolve`, { resolution: 'Replaced again' });
  await stage.do('POST', `${at}/close`);
}

export async function writeWork(stage: WriteStage): Promise<void> {
  await stage.do('POST', stage.path('/activities/:id/complete'));
  await stage.do('POST', stage.path('/tasks/:id/complete'));
  await stage.do('POST', stage.path('/knowledge/:id/publish'));
  await stage.do('POST', stage.path('/knowledge/:id/archive'));
}

export async function writeLedgerAccounts(stage: WriteStage): Promise<void> {
  const copy = await stage.post(stage.path('/ledger-accounts/:id/clone'), { name: 'Copied' });
  const at = `/ledger-accounts/${copy.id}`;
  await stage.do('PATCH', at, { name: 'Changed' });
  await stage.post('/ledger-accounts/bulk', { ids: [copy.id], patch: { creditDays: 7 } });
  await stage.do('DELETE', at);
  await stage.load('/ledger-accounts/import', { name: 'Imported', kind: 'supplier' });
}

export async function writeDocuments(stage: WriteStage): Promise<void> {
  const at = stage.path('/documents/:id');
  await stage.do('PATCH', at, { fileName: 'renamed.txt' });
  await stage.do('DELETE', at);
}

export async function writeCatalogue(stage: WriteStage): Promise<void> {
  const book = stage.path('/pricebooks/:bookId/entries');
  const product = await stage.post('/products', { sku: 'sku-of-writes', name: 'Chair' });
  const entry = { productId: product.id, unitPrice: '10.00' };
  await stage.load(`${book}/import`, { sku: 'sku-of-writes', unitPrice: '7' });
  const made = await stage.post(book, { ...entry, minQuantity: '5' });
  await stage.do('PATCH', `${book}/${made.id}`, { unitPrice: '9.00' });
  await stage.do('DELETE', `${book}/${made.id}`);
}
