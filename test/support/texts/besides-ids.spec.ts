import { besidesIds } from './besides-ids.js';

test('keeps amounts and days, and drops what may hold any digits by chance', () => {
  const told = {
    id: '019ac119-1142-7119-8142-0119e1420119',
    at: '2026-11-27T01:19:14.200Z',
    on: '2026-11-27',
    path: '/quotes/019AC119-1142-7119-8142-0119E1420119',
    total: '119.00',
  };
  expect(besidesIds(told)).toBe(
    '{"id":"<id>","at":"<instant>Z","on":"2026-11-27","path":"/quotes/<id>","total":"119.00"}',
  );
  expect(besidesIds('sum 119.00')).toBe('sum 119.00');
});
