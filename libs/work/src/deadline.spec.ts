import { withDeadline } from './deadline.js';

const late = () => new Error('too late');

test('what is done in time is answered', async () => {
  expect(await withDeadline(1000, async () => 'done', late)).toBe('done');
});

test('what fails in time fails as it did', async () => {
  const failing = async () => Promise.reject(new Error('refused'));
  await expect(withDeadline(1000, failing, late)).rejects.toThrow('refused');
});

test('what does not end is told to stop and given up', async () => {
  let told = false;
  const endless = (signal: AbortSignal) =>
    new Promise<never>(() => signal.addEventListener('abort', () => (told = true)));
  await expect(withDeadline(10, endless, late)).rejects.toThrow('too late');
  expect(told).toBe(true);
});
