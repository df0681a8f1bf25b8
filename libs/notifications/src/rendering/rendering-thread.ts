import { reportProgress, serveJobs } from '@quittance/threads';
import { doRendering } from './do-rendering.js';
import type { CheckAnswer, CheckJob, RenderAnswer, RenderJob } from './rendering-job.js';

// The threads that render e-mails run this file.
serveJobs<RenderJob | CheckJob, RenderAnswer | CheckAnswer>((job) =>
  doRendering(job, reportProgress),
);
