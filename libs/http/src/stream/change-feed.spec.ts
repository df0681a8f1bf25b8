import { newId, type CompanyId } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../logging/logger.js';
import { ChangeFeed } from './change-feed.js';
import { ChangeSource, type Looker, type StreamedChange } from './change-source.js';

/** Changes as they are put in; asking who may hear of those of a company can fail. */
class Changes extends ChangeSource {
  readonly most = 100;
  readonly put: StreamedChange[] = [];
  readonly broken = new Set<CompanyId>();

  recent(companies: readonly CompanyId[]): Promise<readonly StreamedChange[]> {
    return Promise.resolve(this.put.filter(({ companyId }) => companies.includes(companyId)));
  }

  since(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  told(companyId: CompanyId, _: readonly Looker[], changes: readonly StreamedChange[]) {
    if (this.broken.has(companyId)) return Promise.reject(new Error('a defect'));
    return Promise.resolve({ gone: new Set<Looker>(), of: () => changes });
  }

  change(companyId: CompanyId): StreamedChange {
    const change = {
      id: newId(),
      companyId,
      object: 'lead',
      recordId: newId(),
      version: 1,
      change: 'made',
    };
    this.put.push(change);
    return change;
  }
}

let source: Changes;
let feed: ChangeFeed;
beforeEach(() => {
  source = new Changes();
  feed = new ChangeFeed(source, createLogger('silent', 'test'));
  feed.onApplicationBootstrap();
});
afterEach(() => feed.beforeApplicationShutdown());

/** What somebody of a company has heard so far. */
async function listening(companyId: CompanyId): Promise<() => string> {
  const heard: string[] = [];
  const stream = await feed.open({ companyId, holder: newId() }, undefined);
  stream.on('data', (piece: Buffer) => heard.push(piece.toString()));
  return () => heard.join('');
}

async function hears(heard: () => string, text: string): Promise<void> {
  for (let waited = 0; waited < 10_000 && !heard().includes(text); waited += 20) await sleep(20);
  expect(heard()).toContain(text);
}

it('a company whose changes cannot be told reads anew, and no other waits for it', async () => {
  const [first, second] = [newId<'company'>(), newId<'company'>()];
  const [one, two] = [await listening(first), await listening(second)];
  source.broken.add(first);
  const [lost, told] = [source.change(first), source.change(second)];
  await hears(two, told.id);
  await hears(one, 'event: reset');
  expect(one()).not.toContain(lost.id);
  source.broken.clear();
  const next = source.change(first);
  await hears(one, next.id);
  expect(two()).not.toContain('event: reset');
});
