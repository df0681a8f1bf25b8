import { createServer, type Server } from 'node:net';
import { awaitPort } from './ports.js';

const squatters: Server[] = [];
afterEach(() => {
  for (const squatter of squatters.splice(0)) squatter.close();
});

async function squat(): Promise<number> {
  const squatter = createServer();
  squatters.push(squatter);
  await new Promise<void>((done) => void squatter.listen(0, '127.0.0.1', done));
  const address = squatter.address();
  return typeof address === 'object' && address ? address.port : 0;
}

it('a port in use is named with the setting that changes it', async () => {
  const port = await squat();
  await expect(awaitPort('127.0.0.1', port, 'STAFF_PORT', 0)).rejects.toThrow(
    `Port ${port} is in use. Stop what listens there, or set STAFF_PORT to another port.`,
  );
});

it('a port that becomes free is waited for', async () => {
  const port = await squat();
  setTimeout(() => squatters.pop()?.close(), 100);
  await expect(awaitPort('127.0.0.1', port, 'STAFF_PORT', 120_000)).resolves.toBeUndefined();
});

it('an address of another machine is refused', async () => {
  await expect(awaitPort('192.0.2.1', 3000, 'STAFF_PORT', 0)).rejects.toThrow(/HOST 192\.0\.2\.1/);
});
