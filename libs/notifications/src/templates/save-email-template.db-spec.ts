import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { testRenderer } from '../testing/test-renderer.js';
import { readTemplate } from './email-template.repository.js';
import { SaveEmailTemplate } from './save-email-template.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

test('of two who save the first template of a code over the built-in, one is told', async () => {
  const save = new SaveEmailTemplate(t.db, testRenderer);
  for (let round = 0; round < 10; round += 1) {
    const ctx = await t.newCompany();
    const { subject, html, text, version } = await t.db.read(ctx, (tx) =>
      readTemplate(tx, 'DUNNING_REMINDER'),
    );
    const saves = ['One', 'Two'].map((word) =>
      save.execute(ctx, 'DUNNING_REMINDER', { subject: `${word} ${subject}`, html, text }, version),
    );
    const outcomes = await Promise.allSettled(saves);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ code: 'precondition_failed' })]);
  }
});
