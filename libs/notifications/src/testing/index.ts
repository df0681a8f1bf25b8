export { hostileTemplates } from './hostile-templates.js';
export { type MailServer, type ServerMood, startMailServer } from './mail-server.js';
export { testRenderer } from './test-renderer.js';
