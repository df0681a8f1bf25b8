import { spawn } from 'node:child_process';

// Runs the checks that read the source only, at once: each tells what it has to say when it is
// done.
const CHECKS = ['format:check', 'lint', 'types'];

function run(check) {
  return new Promise((resolve) => {
    const child = spawn(`npm run --silent ${check}`, { shell: true });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => (said += text));
    }
    child.on('close', (code) => {
      process.stdout.write(`${code === 0 ? 'PASS' : 'FAIL'} ${check}\n${code === 0 ? '' : said}`);
      resolve(code === 0);
    });
  });
}

const passed = await Promise.all(CHECKS.map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
