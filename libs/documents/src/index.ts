export { layOut } from './sheets/lay-out.js';
export { renderPdf } from './pdf/render-pdf.js';
