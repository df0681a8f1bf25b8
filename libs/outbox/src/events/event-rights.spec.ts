import { EVENT_TYPES } from '@quittance/contracts';
import type { Permissions } from '@quittance/kernel';
import { maySeeEventsOf, resourcesOfType, seenObjects } from './event-rights.js';

const viewing = (rows: Readonly<Record<string, 'all' | 'team' | 'own'>>): Permissions => ({
  all: false,
  can: (resource, action) => action === 'view' && Object.hasOwn(rows, resource),
  granted: () => false,
  scope: (resource) => rows[resource] ?? 'own',
});

describe('the rights to events', () => {
  it('leave to administrators what may be about anything', () => {
    const anything = EVENT_TYPES.filter((type) => resourcesOfType(type) === null);
    expect(anything).toEqual([
      'document.attached',
      'document.updated',
      'document.removed',
      'record.created',
      'record.updated',
      'record.deleted',
    ]);
    for (const type of ['*', 'unheard.of', 'constructor.called']) {
      expect(resourcesOfType(type)).toBeNull();
    }
  });

  it('take the view of all records of an object that is known', () => {
    const own = viewing({ leads: 'own', accounts: 'team', invoices: 'all', 'objects/x__c': 'all' });
    const seen = ['lead', 'account', 'invoice', 'x__c', 'y__c', 'document', 'toString', null];
    expect(seen.filter((object) => maySeeEventsOf(own, object))).toEqual(['invoice', 'x__c']);
    const custom = [{ key: 'objects/x__c' }, { key: 'objects/y__c' }];
    expect(seenObjects(own, custom)).toEqual(['invoice', 'x__c']);
  });

  it('are those of an administrator to everything', () => {
    const all = { ...viewing({}), all: true };
    expect(maySeeEventsOf(all, 'unheard-of')).toBe(true);
    expect(seenObjects(all)).toBeNull();
  });
});
