import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { runMain, stopCommands } from '../support/started-product';

// `npm run build` builds everything; the command of the framework has to build the same.

interface Project {
  readonly entryFile: string;
}

const { projects } = JSON.parse(readFileSync('nest-cli.json', 'utf8')) as {
  projects: Record<string, Project>;
};
const cache = resolve('node_modules/.cache');
let scratch: string;

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  // Below the packages, which what is built must find.
  scratch = mkdtempSync(join(cache, 'nest-build-'));
});

afterAll(async () => {
  await stopCommands();
  rmSync(scratch, { recursive: true, force: true });
});

test.each(Object.entries(projects))(
  'what `nest build %s` makes is whole',
  async (app, { entryFile }) => {
    const outDir = join(scratch, app);
    const config = join(scratch, `${app}.json`);
    const settings = { extends: resolve('tsconfig.json'), compilerOptions: { outDir } };
    writeFileSync(config, JSON.stringify(settings));
    const build = [
      'node_modules/@nestjs/cli/bin/nest.js',
      'build',
      app,
      '-p',
      relative('', config),
    ];
    execFileSync(process.execPath, build, { stdio: 'pipe' });
    const command = runMain(join(outDir, `${entryFile}.js`), { DATABASE_URL: 'nowhere' });
    await command.ended();
    expect(command.output()).toContain('DATABASE_URL must be an address');
  },
);
