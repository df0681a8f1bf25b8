import { deriveAction } from './derive-action.js';

test.each([
  ['GET', '/deals', 'view'],
  ['HEAD', '/deals/:id', 'view'],
  ['POST', '/deals', 'create'],
  ['POST', '/billing-runs', 'create'],
  ['POST', '/numbering/preview', 'create'],
  ['PUT', '/numbering/:type', 'update'],
  ['PATCH', '/deals/:id', 'update'],
  ['POST', '/deals/:id/close-won', 'update'],
  ['POST', '/invoices/:id/lines', 'update'],
  ['POST', '/credit-overrides/:id/approve', 'approve'],
  ['POST', '/credit-overrides/:id/reject', 'approve'],
  ['POST', '/approve', 'approve'],
  ['DELETE', '/deals/:id', 'delete'],
])('%s %s needs %s', (method, template, action) => {
  expect(deriveAction(method, template)).toBe(action);
});

test('a parameter that names a collection is no record', () => {
  const derive = (template: string) => deriveAction('POST', template, ['type', 'apiName']);
  expect(derive('/masters/:type')).toBe('create');
  expect(derive('/objects/:apiName')).toBe('create');
  expect(derive('/masters/:type/:code/restore')).toBe('update');
  expect(derive('/objects/:apiName/:id/approve')).toBe('approve');
  expect(derive('/deals/:id')).toBe('update');
});
