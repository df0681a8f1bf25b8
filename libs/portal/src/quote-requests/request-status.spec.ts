import { REQUEST_STATUSES, REQUEST_STEPS, requestStatusAfter } from './request-status.js';

/** Every allowed step with where it leads; all others are refused. */
const ALLOWED: Readonly<Record<string, string>> = {
  'draft edit': 'draft',
  'draft submit': 'submitted',
  'draft withdraw': 'withdrawn',
  'submitted withdraw': 'withdrawn',
  'submitted publish': 'submitted',
  'submitted review': 'submitted',
  'submitted assign': 'submitted',
  'submitted quote': 'submitted',
  'submitted decline': 'declined',
  'submitted send': 'ready',
  'submitted order': 'converted',
  'ready publish': 'ready',
  'ready review': 'ready',
  'ready assign': 'ready',
  'ready quote': 'submitted',
  'ready send': 'ready',
  'ready order': 'converted',
  'converted publish': 'converted',
};

it('leads from each state by each step where the table says, and nowhere else', () => {
  const found: Record<string, string> = {};
  for (const status of REQUEST_STATUSES) {
    for (const step of REQUEST_STEPS) {
      const to = requestStatusAfter(status, step);
      if (to) found[`${status} ${step}`] = to;
    }
  }
  expect(found).toEqual(ALLOWED);
});
