// pdfgen's batch with --font-subset template: documents share the sets of glyphs that they embed.
import * as base from './pdfgen.mjs';

export const name = 'pdfgen, shared subset';
export const variants = ['ttf'];
export const tasks = ['batch', 'batch2'];
export const setup = base.setup;
export const command = (options) => base.batch(options, ['--font-subset', 'template']);
