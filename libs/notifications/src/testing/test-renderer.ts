import { TemplateRenderer } from '../rendering/template-renderer.js';

/** One for all tests of a process: its threads start once, and keep no process from ending. */
export const testRenderer = new TemplateRenderer();
