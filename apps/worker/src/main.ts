import 'reflect-metadata';
import { loadConfig, readEnvFile } from '@quittance/config';
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from './worker.module.js';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'worker');
  const worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), {
    abortOnError: false,
  });
  worker.enableShutdownHooks();
  process.send?.('ready');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
