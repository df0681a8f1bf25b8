import { fork } from 'node:child_process';
import { resolve } from 'node:path';

// Starts a worker the way `npm start` does, and nothing else: a starter that is cheap to kill.
const fileOf = (name: string) => resolve(`dist/apps/worker/src/${name}.js`);
const ahead = resolve('dist/apps/cli/src/start/ahead.js');
const child = fork(ahead, [fileOf('main'), fileOf('work')], { detached: true });
child.on('message', (message) => {
  if (message === 'ready') console.log(`ready: ${child.pid}`);
});
child.send({ env: {} });
