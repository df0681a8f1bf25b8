import { DomainError } from '@quittance/kernel';
import { checkRights, type RightsInput } from './role.js';

function pointersOf(input: RightsInput): (string | undefined)[] {
  try {
    checkRights(input);
    return [];
  } catch (error) {
    return (error as DomainError).options.errors?.map(({ pointer }) => pointer) ?? ['?'];
  }
}

describe('checkRights', () => {
  it('keeps known actions once and in catalogue order, and drops empty resources', () => {
    const matrix = { invoices: ['update', 'view', 'view'], payments: [] };
    expect(checkRights({ matrix })).toEqual({ matrix: { invoices: ['view', 'update'] } });
  });

  it('takes custom objects', () => {
    expect(checkRights({ matrix: { 'objects/Wind_Farm__c': ['view'] } }).matrix).toEqual({
      'objects/Wind_Farm__c': ['view'],
    });
  });

  it('does not store the scope that is the default', () => {
    expect(checkRights({ scopes: { deals: 'all', leads: 'own' } }).scopes).toEqual({
      leads: 'own',
    });
  });

  it('refuses a narrower scope on records that have no owner', () => {
    expect(pointersOf({ scopes: { emails: 'own', webhooks: 'team' } })).toEqual([
      '/scopes/emails',
      '/scopes/webhooks',
    ]);
    expect(checkRights({ scopes: { invoices: 'all', 'objects/Ship__c': 'own' } }).scopes).toEqual({
      'objects/Ship__c': 'own',
    });
  });

  it('names every fault at once', () => {
    const input = {
      matrix: { ships: ['view'], invoices: ['view', 'sail'], payments: 'view', 'objects/a/b': [] },
      scopes: { deals: 'mine', ships: 'own' },
      grants: ['roles', 'everything'],
    };
    expect(pointersOf(input)).toEqual([
      '/matrix/ships',
      '/matrix/invoices/1',
      '/matrix/payments',
      '/matrix/objects~1a~1b',
      '/scopes/deals',
      '/scopes/ships',
      '/grants/1',
    ]);
  });

  it('refuses names that objects have of their own', () => {
    const matrix = JSON.parse('{"__proto__":["view"],"constructor":["view"]}');
    expect(pointersOf({ matrix })).toEqual(['/matrix/__proto__', '/matrix/constructor']);
  });
});
