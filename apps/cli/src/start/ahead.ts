import 'reflect-metadata';
import { readEnvFile } from '@quittance/config/host';

/** What the starter says when everything is prepared: the settings that it knows of by then. */
export interface Go {
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Where every process begins that `npm start` starts: the modules of an app (the second argument)
 * are loaded while its database is still opened and brought up to date, and its entry point (the
 * first) follows when the starter says so.
 */
const [main = '', modules = ''] = process.argv.slice(2);

// When the starter is killed, nobody is left to stop us: we stop as if we had been told to. Should
// our loop stand still then, the watchdog, which knows the starter by this, ends us.
process.env.QUITTANCE_STARTER = String(process.ppid);
process.on('disconnect', () => {
  const deadline = (Number(process.env.SHUTDOWN_SECONDS) || 10) + 5;
  setTimeout(() => process.exit(1), deadline * 1000).unref();
  process.kill(process.pid, 'SIGTERM');
});

process.once('message', ({ env }: Go) => {
  process.channel?.unref();
  Object.assign(process.env, env);
  void import(main);
});

readEnvFile();
// What is traced must be loaded behind the tracing, which the entry point begins.
if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) void import(modules);
