import { reportProgress, serveJobs } from '@quittance/threads';
import { doRendering } from './do-rendering.js';
import type { CheckAnswer, CheckJob, RenderAnswer, EmailRenderJob } from './rendering-job.js';

// The threads that render e-mails run this file.
serveJobs<EmailRenderJob | CheckJob, RenderAnswer | CheckAnswer>((job) =>
  doRendering(job, reportProgress),
);
